# SPDX-License-Identifier: Apache-2.0
"""Chromium without a window, for scripts that take pictures of pages."""
import base64
import shutil

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service


def start():
    options = Options()
    options.binary_location = shutil.which("chromium") or shutil.which("chromium-browser") or ""
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)


def look(browser, width, height, scheme="light"):
    """How large the window is, and which colours the system likes."""
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-color-scheme", "value": scheme}]})


def settle(browser):
    """Until the page has been laid out and drawn twice."""
    browser.execute_async_script(
        "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))")


def picture(browser, **clip):
    """What is in sight as PNG, or the part x, y, width, height of the page."""
    settings = {"format": "png"}
    if clip:
        settings.update(captureBeyondViewport=True, clip={**clip, "scale": 1})
    return base64.b64decode(browser.execute_cdp_cmd("Page.captureScreenshot", settings)["data"])
