#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""picture.py PAGE HEADING WIDTH HEIGHT FILE: saves the part of a report that begins with a heading as PNG."""
import pathlib
import sys

sys.dont_write_bytecode = True
import headless  # noqa: E402


def main():
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    page, heading, width, height, file = sys.argv[1:]
    browser = headless.start()
    try:
        headless.look(browser, int(width), int(height))
        browser.get(pathlib.Path(page).resolve().as_uri())
        browser.execute_script("drawAll()")
        headless.settle(browser)
        top = browser.execute_script(
            "const found = [...document.querySelectorAll('h1, h2, h3')].find((h) => h.textContent.trim() === arguments[0]);"
            "return found && found.getBoundingClientRect().top + scrollY", heading)
        if top is None:
            sys.exit(f"{page}: has no heading '{heading}'")
        pathlib.Path(file).write_bytes(headless.picture(browser, x=0, y=top - 12, width=int(width), height=int(height)))
    finally:
        browser.quit()


main()
