#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_site.py SITE [SHOTS]: every link within the site leads somewhere, parts of pages included, and every page can be
reached. With SHOTS, every page is opened in Chromium, light and dark, wide and narrow: nothing complains, nothing is
wider than the window but what scrolls by itself, and a picture of each goes there."""
import functools
import html.parser
import http.server
import pathlib
import sys
import threading
import urllib.parse

sys.dont_write_bytecode = True
LOOKS = [(f"{scheme}-{name}", scheme, *size) for scheme in ("light", "dark")
         for name, size in {"wide": (1400, 900), "narrow": (390, 844)}.items()]


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.names = [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.links.append(value)
            if name in ("id", "name") and value:
                self.names.add(value)


def broken_links(site):
    pages = {path: Page(path) for path in sorted(site.rglob("*.html"))}
    reached = {site / "index.html", site / "404.html"}
    for path, page in pages.items():
        for link in page.links:
            url = urllib.parse.urlsplit(link)
            if url.scheme or url.netloc or path.name == "404.html":
                continue
            target = (path.parent / urllib.parse.unquote(url.path)).resolve() if url.path else path
            if target.is_dir() and (target / "index.html").exists():
                target /= "index.html"
            if not target.exists():
                yield f"{path.relative_to(site)}: {link} leads nowhere"
            elif url.fragment and target in pages and urllib.parse.unquote(url.fragment) not in pages[target].names:
                yield f"{path.relative_to(site)}: {link}: that page has no such part"
            if target != path:
                reached.add(target)
    for path in pages.keys() - reached:
        yield f"{path.relative_to(site)}: no page links to it"


def serve(site):
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


def complaints_of_browser(site, shots):
    import headless
    shots.mkdir(parents=True, exist_ok=True)
    address, browser = serve(site), headless.start()
    try:
        for name, scheme, width, height in LOOKS:
            for path in sorted(site.rglob("*.html")):
                place = path.relative_to(site)
                headless.look(browser, width, height, scheme)
                browser.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})  # a new reader
                browser.get(f"{address}/{place}")
                headless.settle(browser)
                for line in browser.get_log("browser"):
                    yield f"{place}, {name}: {line['message']}"
                room = browser.execute_script("return document.documentElement.scrollWidth - innerWidth")
                if room > 0:
                    yield f"{place}, {name}: {room} pixels wider than the window"
                picture = "-".join(place.with_suffix("").parts)
                (shots / f"{picture}-{name}.png").write_bytes(headless.picture(browser))
    finally:
        browser.quit()


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    site = pathlib.Path(sys.argv[1]).resolve()
    faults = list(broken_links(site))
    if len(sys.argv) == 3:
        faults += complaints_of_browser(site, pathlib.Path(sys.argv[2]))
    print("\n".join(faults), end="\n" if faults else "")
    sys.exit(bool(faults))


main()
