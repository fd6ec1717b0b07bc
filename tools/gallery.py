#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""gallery.py PAGE DIR: saves the panels of every figure of a report page as SVG files, with headless Chromium."""
import pathlib
import sys
import time

from selenium.webdriver.common.by import By

sys.dont_write_bytecode = True
import headless  # noqa: E402


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: gallery.py PAGE DIR")
    page = pathlib.Path(sys.argv[1]).resolve()
    folder = pathlib.Path(sys.argv[2]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    browser = headless.start()
    try:
        browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})
        browser.get(page.as_uri())
        buttons = [button for button in browser.find_elements(By.CSS_SELECTOR, "figure .tools button")
                   if button.text == "SVG"]
        before = set(folder.glob("*.svg"))
        for file in before:
            file.unlink()  # a browser does not overwrite
        for count, button in enumerate(buttons, 1):
            for _ in range(3):  # Chromium drops a download now and then
                browser.execute_script("arguments[0].click()", button)
                end = time.time() + 3
                while len(list(folder.glob("*.svg"))) < count and time.time() < end:
                    time.sleep(0.05)
                if len(list(folder.glob("*.svg"))) >= count:
                    break
        saved = len(list(folder.glob("*.svg")))
        if saved != len(buttons):
            sys.exit(f"{folder}: saved {saved} of {len(buttons)} panels")
        for file in folder.glob("*.svg"):  # text files end with a line end
            file.write_text(file.read_text(encoding="utf-8").rstrip() + "\n", encoding="utf-8")
        print(f"{folder}: {saved} panels")
    finally:
        browser.quit()


main()
