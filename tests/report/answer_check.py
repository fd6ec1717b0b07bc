#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""answer_check.py [--shots DIR] PAGE...: uses pages of `spinsack solve --html` in headless Chromium as a reader would.

Exit code 0: all is well; 1: a line per fault; 77: no browser here, or no Selenium.
"""
import argparse

from browser import (By, check_contrast, check_pages, check_width, choose_theme, expect, looks, screenshot, settle,
                     show, size)


def check_content(browser):
    text = browser.find_element(By.TAG_NAME, "body").text
    for word in ("NaN", "undefined", "Infinity", "[object"):
        expect(word not in text, f"the page says {word}")
    for part in ("#answer dl dd", ".amount", "#search", "#table-chosen", "#table-left-out", "nav li"):
        expect(browser.find_elements(By.CSS_SELECTOR, part), f"there is no {part}")
    points = browser.execute_script("return data.trace.points.length")
    dots = browser.execute_script("return document.querySelectorAll('#search circle').length")
    expect(dots == (points if points > 1 else 0), f"{points} points are {dots} dots")
    broken = browser.execute_script(
        "return [...document.querySelectorAll('#search svg *')].filter((one) => /NaN|undefined/.test(one.outerHTML)).length")
    expect(broken == 0, f"{broken} pieces of the curve are broken")


def check_tables(browser):
    for name in ("chosen", "left-out"):
        rows = browser.execute_script("return [...document.querySelectorAll(arguments[0])].map((row) =>"
                                      " [...row.children].map((cell) => cell.textContent))",
                                      f"#table-{name} tbody tr")
        if len(rows) < 6:
            continue
        head = browser.find_elements(By.CSS_SELECTOR, f"#table-{name} thead button")[1]
        show(browser, head)
        head.click()
        weights = browser.execute_script("return [...document.querySelectorAll(arguments[0])].map((cell) =>"
                                         " Number(cell.textContent))", f"#table-{name} tbody td:nth-child(2)")
        expect(weights == sorted(weights), f"{name}: sorting by weight gives {weights[:5]}")
        field = browser.find_element(By.CSS_SELECTOR, f"#table-{name} input")
        field.send_keys(rows[0][0])
        settle(browser)
        left = browser.execute_script("return document.querySelectorAll(arguments[0]).length",
                                      f"#table-{name} tbody tr")
        expect(0 < left <= len(rows), f"{name}: filtering leaves {left}")
        field.clear()


def check_looks(browser, page, shots):
    backgrounds = set()
    for theme, width in looks():
        choose_theme(browser, theme)
        backgrounds.add(check_contrast(browser, theme, ("body", ".reading", "nav a", ".brand", "dt")))
        check_width(browser, theme, width)
        fits = browser.execute_script(
            "const svg = document.querySelector('#search svg');"
            "return !svg || svg.getBoundingClientRect().width <= svg.parentElement.clientWidth + 1")
        expect(fits, f"{theme}, {width} wide: the curve does not fit")
        if shots:
            (shots / f"{page.stem}-{theme}-{width}.png").write_bytes(screenshot(browser, width))
    expect(len(backgrounds) == 2, "light and dark look alike")
    size(browser, 1300, 900)


def check(browser, page, arguments):
    browser.get(page.as_uri())
    settle(browser)
    check_content(browser)
    check_looks(browser, page, arguments.shots)
    check_tables(browser)
    browser.execute_cdp_cmd("Page.printToPDF", {})


check_pages(argparse.ArgumentParser(), check)
