#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""browser_check.py [--look] [--shots DIR] PAGE...: uses report pages in headless Chromium as a reader would.

With --look it only looks: whether the page loads, says sensible things and draws all it has.

Exit code 0: all is well; 1: a line per fault; 77: no browser here, or no Selenium.
"""
import argparse
import base64
import csv
import io
import html
import pathlib
import re
import sys
import tempfile

from browser import (By, check_contrast, check_pages, check_width, choose_theme, expect, looks, screenshot, settle,
                     show, size, wait)

try:
    from PIL import Image
except ImportError:
    print("needs PIL of Python (package python3-pil)")
    sys.exit(77)
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys


def check_loading(browser, page):
    browser.get(page.as_uri())
    settle(browser)
    # What is out of sight is not drawn, so that large reports open at once. A figure may have been in sight and
    # pushed down by those above it, which grow as they are drawn.
    below, drawn = browser.execute_script(
        "const below = [...document.querySelectorAll('.plot')].filter((plot) =>"
        " plot.getBoundingClientRect().top > innerHeight + 500);"
        "return [below.length, below.filter((plot) => plot.dataset.drawn).length]")
    expect(3 * drawn <= below, f"{drawn} of {below} figures out of sight are drawn")
    expect(browser.find_elements(By.CSS_SELECTOR, ".findings li"), "no findings")
    expect(browser.find_elements(By.CSS_SELECTOR, "dl.facts dd"), "no facts about the origin")
    text = browser.find_element(By.TAG_NAME, "body").text
    for word in ("NaN", "undefined", "Infinity", "[object"):
        expect(word not in text, f"the page says {word}")


def scroll_through(browser):
    """Every figure is drawn once it comes into sight."""
    for plot in browser.find_elements(By.CLASS_NAME, "plot"):
        show(browser, plot)
        expect(wait(lambda: plot.get_attribute("data-drawn") == "yes"),
               f"{plot.get_attribute('aria-label')[:60]}: not drawn")


def check_drawing(browser):
    """Every figure has ink: pixels that differ from its background, in several places."""
    browser.execute_script("drawAll(); scrollTo(0, 0)")
    settle(browser)
    page = Image.open(io.BytesIO(screenshot(browser, 1300))).convert("RGB")
    plots = browser.execute_script("""
        return [...document.querySelectorAll('.plot')].map((plot) => {
          const box = plot.getBoundingClientRect(), svg = plot.querySelector('svg');
          return { name: plot.getAttribute('aria-label').slice(0, 60),
            box: [box.left + scrollX, box.top + scrollY, box.right + scrollX, box.bottom + scrollY],
            wide: svg ? svg.getBoundingClientRect().width - plot.clientWidth : 1e9,
            broken: ['NaN', 'undefined', 'Infinity'].filter((word) => plot.innerHTML.includes(word)),
            labels: [...plot.querySelectorAll('.role-axis')].map((axis) => [...axis
              .querySelectorAll('.role-axis-label text')].filter((text) => text.textContent !== ''
                && text.getAttribute('opacity') !== '0').map((text) => text.textContent))
              .filter((texts, i, all) => texts.length > 0 || all.length < 3) };
        });""")
    for plot in plots:
        name = plot["name"]
        image = page.crop([round(edge) for edge in plot["box"]])
        counts = sorted(image.getcolors(1 << 18), reverse=True)
        ink = 1 - counts[0][0] / (image.width * image.height)
        expect(ink > 0.005, f"{name}: {ink:.2%} of the pixels are drawn")
        expect(len(counts) > 20, f"{name}: only {len(counts)} colours")
        expect(plot["wide"] < 2, f"{name}: {plot['wide']:.0f} pixels too wide")
        expect(not plot["broken"], f"{name}: draws {', '.join(plot['broken'])}")
        check_axes(name, plot["labels"])


def check_axes(name, labels):
    """Both axes say something, and that of the strengths more than one thing."""
    expect(len(labels) == 2 and all(labels), f"{name}: the axes say {labels}")
    if "against penalty strength" in name:
        expect(len(labels[0]) > 1, f"{name}: the strengths say {labels[0]}")
    expect(not any(re.fullmatch(r"s\d+", text) for texts in labels for text in texts),
           f"{name}: an axis says {labels}")


def check_labels(browser, width):
    """The labels of an axis can be told from each other, and none is cut off."""
    size(browser, width, 900)
    browser.execute_script("drawAll()")
    fits = ("return [...document.querySelectorAll('.plot')].every((plot) => {"
            " const svg = plot.querySelector('svg');"
            " return svg && Math.abs(svg.getBoundingClientRect().width - plot.clientWidth) < 2; })")
    expect(wait(lambda: browser.execute_script(fits), 60), f"{width} wide: a figure does not fit its place")
    collisions = browser.execute_script("""
        const found = [];
        for (const plot of document.querySelectorAll('.plot')) {
          const place = plot.getBoundingClientRect();
          const tell = (what) => found.push(plot.getAttribute('aria-label').slice(0, 60) + ': ' + what);
          for (const axis of plot.querySelectorAll('.role-axis')) {
            const boxes = [...axis.querySelectorAll('.role-axis-label text')]
              .filter((text) => text.textContent !== '' && text.getAttribute('opacity') !== '0')
              .map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }));
            boxes.forEach((one, i) => {
              if (one.box.left < place.left - 1 || one.box.right > place.right + 1) tell(one.text + ' cut');
              for (const other of boxes.slice(i + 1)) {
                const across = Math.max(one.box.left, other.box.left) - Math.min(one.box.right, other.box.right);
                const down = Math.max(one.box.top, other.box.top) - Math.min(one.box.bottom, other.box.bottom);
                if (across < 2 && down < -3) tell(one.text + ' ' + other.text);
              }
            });
          }
        }
        return found;""")
    expect(not collisions, f"{width} wide: labels run together: {collisions[:5]}")


def column(table, index):
    return [row.find_elements(By.CSS_SELECTOR, "th, td")[index].text
            for row in table.find_elements(By.CSS_SELECTOR, "tbody tr")]


def power(text):
    base, _, exponent = text.partition("^")
    return float(base) ** float(exponent or 1)


def check_tables(browser):
    table = browser.find_element(By.CSS_SELECTOR, "#table-summary table")
    show(browser, table)
    heads = table.find_elements(By.CSS_SELECTOR, "thead th")
    gap = [head.text.split("\n")[0] for head in heads].index("mean gap %")
    numbers = lambda: [float(cell) for cell in column(table, gap) if cell != "-"]
    heads[gap].find_element(By.TAG_NAME, "button").click()
    expect(numbers() == sorted(numbers()), "sorting up does not sort")
    expect(heads[gap].get_attribute("aria-sort") == "ascending", "aria-sort is not set")
    heads[gap].find_element(By.TAG_NAME, "button").click()
    expect(numbers() == sorted(numbers(), reverse=True), "sorting down does not sort")

    box = browser.find_element(By.CSS_SELECTOR, "#table-instances")
    show(browser, box)
    field = box.find_elements(By.CSS_SELECTOR, "input[type=search]")
    if field:
        wanted = column(box, 0)[-1]
        field[0].send_keys(wanted)
        expect(wanted in column(box, 0) and all(wanted in cell for cell in column(box, 0)),
               "filtering does not filter")
        field[0].send_keys(Keys.CONTROL, "a", Keys.DELETE)

    cell = browser.find_element(By.CSS_SELECTOR, "#table-gap td button.cell")
    show(browser, cell)
    cell.click()
    dialog = browser.find_element(By.ID, "behind")
    expect(dialog.is_displayed() and dialog.find_elements(By.CSS_SELECTOR, "tbody tr"),
           "a cell does not lead to its runs")
    head = dialog.find_elements(By.CSS_SELECTOR, "thead th button")[1]
    head.click()
    strengths = [power(cell) for cell in column(dialog, 1)]
    expect(head.text == "strength" and strengths == sorted(strengths), "strengths do not sort by their value")
    keys = browser.execute_script("return ['2^-6', '2^7', 'scale:4', 'scale:2^3', '< 0.001', '-'].map(sortKey)")
    expect(keys == [2 ** -6, 128, 4, 8, 0.001, None], f"the sort keys are {keys}")
    ActionChains(browser, duration=0).send_keys(Keys.ESCAPE).perform()
    expect(wait(lambda: not dialog.is_displayed()), "Escape does not close the runs")


def check_hover(browser):
    tip = browser.find_element(By.ID, "tip")
    for figure in browser.find_elements(By.TAG_NAME, "figure"):
        name = figure.get_attribute("id")
        show(browser, figure.find_element(By.CLASS_NAME, "plot"))
        # Some marks lie below others, or are too small to point at.
        marks = browser.execute_script("""
            const marks = [...arguments[0].querySelectorAll('.mark-symbol path, .mark-rect path')];
            const onTop = marks.filter((mark) => {
              const box = mark.getBoundingClientRect();
              return document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2) === mark;
            });
            return [...onTop.slice(0, 3), ...marks.slice(0, 3)];""", figure)
        if not expect(marks, f"{name}: no marks"):
            continue
        for mark in marks:
            show(browser, mark)
            ActionChains(browser, duration=0).move_to_element(mark).perform()
            settle(browser)
            shown = tip.is_displayed() and ":" in tip.text
            if shown:
                break
        expect(shown, f"{name}: hover shows nothing")
        expect(not re.search(r"^series: s\d+$", tip.text, re.M), f"{name}: hover says {tip.text}")
        ActionChains(browser, duration=0).move_to_element(browser.find_element(By.CLASS_NAME, "brand")).perform()


def check_toggling(browser):
    for figure in browser.find_elements(By.TAG_NAME, "figure"):
        buttons = figure.find_elements(By.CSS_SELECTOR, ".legend button")
        if not buttons:
            continue
        name = figure.get_attribute("id")
        drawing = lambda: browser.execute_script(
            "return [...arguments[0].querySelectorAll('.plot svg')].map((svg) => svg.outerHTML).join()", figure)
        before = drawing()
        show(browser, buttons[-1])
        buttons[-1].send_keys(Keys.SPACE)  # from the keyboard
        expect(buttons[-1].get_attribute("aria-pressed") == "false", f"{name}: the legend does not say off")
        expect(wait(lambda: drawing() != before), f"{name}: a series off changes nothing")
        buttons[-1].click()
        expect(buttons[-1].get_attribute("aria-pressed") == "true", f"{name}: the legend does not say on")
        expect(wait(lambda: drawing().count("<path") == before.count("<path")),
               f"{name}: off and on is not as before")
        for button in buttons + buttons:  # all off, all on
            browser.execute_script("arguments[0].click()", button)


is_sound = {
    ".svg": lambda content: content.startswith(b"<svg") and b"var(--" not in content,
    ".png": lambda content: content.startswith(b"\x89PNG") and len(content) > 3000,
    ".csv": lambda content: len(list(csv.reader(io.StringIO(content.decode())))) > 1,
}


def check_saved_legend(browser, figure, svg):
    entries = [html.unescape(text) for text in re.findall(r">([^<>]+)</text>", svg)]
    shown = browser.execute_script(  # the first panel is saved; a long name is cut
        "const panel = data.figures.find((one) => 'figure-' + one.name === arguments[0].id).panels[0];"
        "const words = (panel.data.columns.find((column) => column.name === 'series') || {}).words || [];"
        "return arguments[0].querySelector('.legend') ? words.filter((word) => word.length < 30) : []", figure)
    for word in shown:
        expect(word in entries, f"{figure.get_attribute('id')}: the saved legend lacks {word}")


def check_saving(browser, folder):
    browser.execute_cdp_cmd("Browser.setDownloadBehavior",
                            {"behavior": "allow", "downloadPath": str(folder)})
    figures = browser.find_elements(By.TAG_NAME, "figure")
    for figure in figures:
        name = figure.get_attribute("id")
        tools = figure.find_element(By.CLASS_NAME, "tools")
        show(browser, tools)
        for button in tools.find_elements(By.TAG_NAME, "button"):
            ending = "." + button.text.lower()
            prefix = name.removeprefix("figure-")  # a late answer to an earlier click is of another figure
            # Chromium reserves the name by an empty file, and then puts the saved one in its place.
            fresh = lambda: [path for path in folder.glob(f"{prefix}*{ending}") if path.stat().st_size]
            for seconds in (4, 16, 64, 256):  # Chromium drops a download now and then
                button.click()
                if wait(fresh, seconds):
                    break
            if not expect(fresh(), f"{name}: {ending} is not saved"):
                continue
            content = fresh()[0].read_bytes()
            expect(is_sound[ending](content), f"{name}: the saved {ending} is not one")
            if ending == ".svg":
                check_saved_legend(browser, figure, content.decode())
            fresh()[0].unlink()


def check_looks(browser, shots):
    backgrounds = set()
    for theme, width in looks():
        choose_theme(browser, theme)
        backgrounds.add(check_contrast(browser, theme, ("body", ".reading", "nav a", ".brand")))
        check_width(browser, theme, width)
        if shots:
            save_shot(browser, shots / f"{theme}-{width}.png", width)
    expect(len(backgrounds) == 2, "light and dark look alike")
    size(browser, 1300, 900)


def save_shot(browser, path, width):
    browser.execute_script("drawAll()")
    settle(browser)
    path.write_bytes(screenshot(browser, width))


def check_printing(browser, page, shots):
    browser.get(page.as_uri())  # nothing has been scrolled to
    rows = "[...document.querySelectorAll('#tables .table')].map((box) => box.querySelectorAll('tbody tr').length)"
    browser.execute_script(f"addEventListener('beforeprint', () => {{ window.rowsOnPaper = {rows}; }})")
    before = browser.execute_script(f"return {rows}")
    pdf = base64.b64decode(browser.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})["data"])
    expect(pdf.startswith(b"%PDF") and pdf.count(b"/Type /Page") > 1, "printing gives no pages")
    drawn = browser.execute_script(
        "return [document.querySelectorAll('.plot').length, document.querySelectorAll('.plot svg').length]")
    expect(drawn[0] == drawn[1], f"on paper {drawn[1]} of {drawn[0]} figures are drawn")
    printed, held = browser.execute_script("return [rowsOnPaper, data.tables.map((table) => table.rows.length)]")
    expect(printed == held, f"tables of {held} rows have {printed} on paper")
    expect(browser.execute_script(f"return {rows}") == before, "printing changes the tables on the screen")
    if shots:
        (shots / "print.pdf").write_bytes(pdf)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    for gone in ("nav", ".tools", ".tablebar"):
        found = browser.find_elements(By.CSS_SELECTOR, gone)
        expect(found and not any(one.is_displayed() for one in found), f"{gone} is printed")
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def look_at(browser, page, shots):
    check_loading(browser, page)
    check_drawing(browser)
    for width in (700, 360, 1300):
        check_labels(browser, width)
    if shots:
        save_shot(browser, shots / (page.stem + ".png"), 1300)


def use(browser, page, shots):
    check_loading(browser, page)
    scroll_through(browser)
    check_drawing(browser)
    check_tables(browser)
    check_hover(browser)
    check_toggling(browser)
    with tempfile.TemporaryDirectory() as folder:
        check_saving(browser, pathlib.Path(folder))
    check_looks(browser, shots)
    check_printing(browser, page, shots)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--look", action="store_true")
    check_pages(parser, lambda browser, page, arguments:
                (look_at if arguments.look else use)(browser, page, arguments.shots))


main()
