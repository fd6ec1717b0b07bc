# SPDX-License-Identifier: Apache-2.0
"""What the checks of pages in headless Chromium share. Exit code 77 without a browser, or without Selenium."""
import base64
import pathlib
import shutil
import sys
import time

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.remote.remote_connection import RemoteConnection
except ImportError as error:
    print(f"needs {error.name} of Python (package python3-selenium)")
    sys.exit(77)

faults = []


def expect(holds, what):
    if not holds:
        faults.append(what)
    return holds


def start():
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    driver = shutil.which("chromedriver")
    if not chromium or not driver:
        print("needs chromium and chromedriver (packages chromium, chromium-driver)")
        sys.exit(77)
    options = Options()
    options.binary_location = chromium
    # It talks to nobody but the page: what it asks its makers for costs seconds where they cannot be reached.
    quiet = ("--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
             "--disable-default-apps", "--disable-extensions", "--disable-quic")
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                 "--hide-scrollbars", "--force-device-scale-factor=1", *quiet):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    RemoteConnection.set_timeout(3000)  # a busy machine answers late
    browser = webdriver.Chrome(service=Service(driver), options=options)
    browser.set_script_timeout(600)
    browser.set_page_load_timeout(600)
    return browser


def size(browser, width, height):
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
    settle(browser)


def settle(browser):
    """Until the page has been laid out and drawn twice: then its observers have seen what changed."""
    browser.execute_async_script(
        "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))")


def wait(holds, seconds=600):
    """Until it holds. The limit is for what never happens, not for what takes long."""
    end = time.monotonic() + seconds
    while not (held := holds()) and time.monotonic() < end:
        time.sleep(0.05)
    return held


def show(browser, element):
    browser.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
    settle(browser)


def screenshot(browser, width):
    """The whole page as PNG, far below the window too."""
    height = browser.execute_script("return document.documentElement.scrollHeight")
    shot = browser.execute_cdp_cmd("Page.captureScreenshot", {
        "format": "png", "captureBeyondViewport": True, "optimizeForSpeed": True,
        "clip": {"x": 0, "y": 0, "width": width, "height": min(height, 16000), "scale": 1}})
    return base64.b64decode(shot["data"])


def luminance(color):
    channels = [int(part) / 255 for part in color[color.index("(") + 1:-1].split(",")[:3]]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def looks():
    """Light and dark, wide and narrow: theme and width."""
    return [(theme, width) for theme in ("light", "dark") for width in (1300, 390)]


def check_width(browser, where, width):
    size(browser, width, 900)
    over = browser.execute_script(
        "return document.documentElement.scrollWidth - document.documentElement.clientWidth")
    expect(over <= 0, f"{where}, {width} wide: the page is {over} pixels too wide")


def check_contrast(browser, where, places):
    """Text can be read on what is behind it: the first of each of these."""
    back = browser.find_element(By.TAG_NAME, "body").value_of_css_property("background-color")
    for place in places:
        found = browser.find_elements(By.CSS_SELECTOR, place)
        if not found:
            continue
        ink = found[0].value_of_css_property("color")
        light, dark = sorted((luminance(ink), luminance(back)), reverse=True)
        ratio = (light + 0.05) / (dark + 0.05)
        expect(ratio >= 4.5, f"{where}: contrast of {place} is {ratio:.1f}, below 4.5")
    return back


def choose_theme(browser, theme):
    browser.find_element(By.CSS_SELECTOR, f"#theme option[value={theme}]").click()


def read_console(browser):
    for entry in browser.get_log("browser"):
        faults.append(f"console: {entry['level']}: {entry['message'][:300]}")


def end():
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


def check_pages(parser, check):
    """check(browser, page, arguments) for every page of the command line, whose name then stands before its faults."""
    parser.add_argument("page", type=pathlib.Path, nargs="+")
    parser.add_argument("--shots", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.shots:
        arguments.shots.mkdir(parents=True, exist_ok=True)
    browser = start()
    try:
        size(browser, 1300, 900)
        for page in arguments.page:
            before = len(faults)
            check(browser, page.resolve(), arguments)
            read_console(browser)
            faults[before:] = [f"{page.name}: {fault}" for fault in faults[before:]]
    finally:
        browser.quit()
    end()
