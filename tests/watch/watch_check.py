#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""watch_check.py [--shots DIR] SPINSACK PLAN FOLDER: watches a study grow in headless Chromium, as a reader would.

Exit code 0: all is well; 1: a line per fault; 77: no browser here, or no Selenium.
"""
import argparse
import json
import pathlib
import shutil
import signal
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "report"))
from browser import (By, check_contrast, check_width, choose_theme, end, expect, looks, read_console, screenshot,
                     settle, show, size, start, wait)


def state(browser):
    return browser.execute_script("return document.getElementById('live').className.replace('live', '').trim()")


def done(browser):
    return browser.execute_script(
        "const meter = document.querySelector('.meter'); return meter ? Number(meter.getAttribute('aria-valuenow')) : 0")


def top(browser, selector):
    return browser.execute_script("return document.querySelector(arguments[0]).getBoundingClientRect().top", selector)


def run_part(arguments, part):
    subprocess.run([arguments.spinsack, "study", "run", arguments.plan, "--out", arguments.folder, "--shard",
                    f"{part}/2", "-q"], check=True, stdout=subprocess.DEVNULL)


def cells_done(arguments):
    status = subprocess.run([arguments.spinsack, "study", "status", arguments.folder, "--json", "-"], check=True,
                            stdout=subprocess.PIPE)
    return json.loads(status.stdout)["done"]


def check_waiting(browser):
    expect(wait(lambda: state(browser) == "waiting"), "the page does not wait for the directory")
    words = browser.find_element(By.ID, "live").text
    expect("Waiting" in words, f"waiting, the page says {words}")


def check_growing(browser, arguments, shots):
    """New records come in below a reader who has filtered and sorted a table and looks at it."""
    run_part(arguments, 1)
    before = cells_done(arguments)
    if not expect(wait(lambda: done(browser) == before), f"{before} cells are done, but the page says {done(browser)}"):
        return
    expect(state(browser) == "running", f"while it grows the page is {state(browser)}")
    expect(browser.find_elements(By.CSS_SELECTOR, "#table-instances tbody tr"), "there are no tables")
    facts = browser.find_element(By.CSS_SELECTOR, ".study dl").text
    for name in ("time left", "speed", "last record", "left"):
        expect(name in facts, f"the progress lacks {name}: {facts}")
    if shots:
        shots("growing")
    head = browser.find_element(By.CSS_SELECTOR, "#table-instances thead button")
    show(browser, head)
    head.click()
    field = browser.find_element(By.CSS_SELECTOR, "#table-instances input")
    field.click()
    field.send_keys("100_")
    settle(browser)
    place = top(browser, "#table-instances")
    rows = browser.execute_script("return document.querySelector('#table-instances').shows.rows")
    run_part(arguments, 2)
    expect(wait(lambda: state(browser) == "complete"), "the page does not say that the study is complete")
    expect(done(browser) > before, f"{before} cells were done, and {done(browser)} are")
    expect(wait(lambda: browser.execute_script("return document.querySelector('#table-instances').shows.rows") != rows),
           "the tables stay as they were")
    settle(browser)
    expect(abs(top(browser, "#table-instances") - place) < 2,
           f"the table moved from {place:.0f} to {top(browser, '#table-instances'):.0f}")
    kept = browser.execute_script(
        "const field = document.querySelector('#table-instances input');"
        "return [field.value, document.activeElement === field, field.selectionStart,"
        " document.querySelector('#table-instances th').getAttribute('aria-sort')]")
    expect(kept == ["100_", True, 4, "ascending"], f"what the reader chose has become {kept}")
    field = browser.find_element(By.CSS_SELECTOR, "#table-instances input")
    field.send_keys("25")
    expect(field.get_property("value") == "100_25", "typing goes on elsewhere")
    expect(browser.execute_script("return document.querySelectorAll('main').length") == 1, "there are two pages")
    expect(browser.find_element(By.CSS_SELECTOR, ".percent").text == "100 %", "complete is not 100 %")


def check_looks(browser, shots):
    backgrounds = set()
    for theme, width in looks():
        choose_theme(browser, theme)
        backgrounds.add(check_contrast(browser, theme, ("body", ".live", ".percent", ".study dt", ".brand")))
        check_width(browser, theme, width)
        if shots:
            shots(f"complete-{theme}-{width}")
    expect(len(backgrounds) == 2, "light and dark look alike")
    size(browser, 1300, 900)


def check_ends(browser, server, arguments):
    """The records go away, then the server: what was shown stays."""
    shutil.rmtree(arguments.folder)
    expect(wait(lambda: state(browser) == "trouble"), "nobody says that the directory is gone")
    expect(browser.find_elements(By.CSS_SELECTOR, "#table-instances tbody tr"), "with the directory the tables go")
    read_console(browser)
    server.send_signal(signal.SIGINT)
    expect(server.wait(600) == 0, f"the server ends with {server.returncode}")
    expect(wait(lambda: state(browser) == "gone"), "nobody says that the server is gone")
    expect(browser.find_elements(By.CSS_SELECTOR, "#table-instances tbody tr"), "with the server the tables go")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("spinsack")
    parser.add_argument("plan")
    parser.add_argument("folder")
    parser.add_argument("--shots", type=pathlib.Path)
    arguments = parser.parse_args()
    browser = start()
    shots = None
    if arguments.shots:
        arguments.shots.mkdir(parents=True, exist_ok=True)

        def shots(name):
            width = browser.execute_script("return innerWidth")
            browser.execute_script("drawAll()")
            settle(browser)
            (arguments.shots / f"{name}.png").write_bytes(screenshot(browser, width))
    server = subprocess.Popen([arguments.spinsack, "study", "watch", arguments.folder], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    try:
        size(browser, 1300, 900)
        browser.get(server.stdout.readline().strip())
        check_waiting(browser)
        if shots:
            shots("waiting")
        check_growing(browser, arguments, shots)
        check_looks(browser, shots)
        check_ends(browser, server, arguments)
        if shots:
            shots("gone")
    finally:
        browser.quit()
        server.kill()
        server.wait()
    end()


main()
