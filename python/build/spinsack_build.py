# SPDX-License-Identifier: Apache-2.0
"""The build backend of `pip install .` (PEP 517), made of the standard library alone.

It configures and builds with the CMake, compiler and libraries of the machine (`make python` installs them)
in build/pip, which stays, so that a second time takes seconds. `--config-settings build-dir=DIR` takes what
is built already, in build/release after `make python`.
"""

import base64
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PACKAGE = os.path.join(ROOT, "python", "spinsack")
WORKERS = os.path.join(ROOT, "workers")
# For who writes a description of a machine, or reads what the command writes: where it is, and its place in share/spinsack.
SHARED = {"docs/examples": "", "docs/schemas": "schemas/"}
STAMP = (2024, 1, 1, 0, 0, 0)  # the same files give the same wheel


def get_requires_for_build_wheel(config_settings=None):
    """Only what the machine lacks."""
    wanted = []
    if not shutil.which("cmake"):
        wanted.append("cmake>=3.25")
    if not shutil.which("ninja"):
        wanted.append("ninja")
    if not os.path.exists("/usr/include/pybind11/pybind11.h") and not os.path.exists(
        "/usr/local/include/pybind11/pybind11.h"
    ):
        wanted.append("pybind11>=2.10")
    return wanted


get_requires_for_build_editable = get_requires_for_build_wheel


def get_requires_for_build_sdist(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """Without this pip would build everything only to learn the version."""
    folder = os.path.join(metadata_directory, _info())
    os.makedirs(folder, exist_ok=True)
    for name, text in _about().items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    return _info()


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    folder = _built(config_settings)
    files = {f"spinsack/{name}": os.path.join(PACKAGE, name) for name in _modules()}
    core = "_core" + sysconfig.get_config_var("EXT_SUFFIX")
    files[f"spinsack/{core}"] = os.path.join(folder, "python", "spinsack", core)
    for program, place in (("spinsack", f"{_stem()}.data/scripts"), ("spinsack-mip", "spinsack")):
        if os.path.exists(os.path.join(folder, program)):
            files[f"{place}/{program}"] = os.path.join(folder, program)
    shared = os.path.join(WORKERS, "spinsack_machine")
    for name in sorted(os.listdir(shared)):
        if name.endswith(".py"):
            files[f"spinsack_machine/{name}"] = os.path.join(shared, name)
    for folder, place in SHARED.items():
        for name in os.listdir(os.path.join(ROOT, folder)):
            if name.endswith(".schema.json") or name == "services.toml":
                files[f"{_stem()}.data/data/share/spinsack/{place}{name}"] = os.path.join(ROOT, folder, name)
    return _write_wheel(wheel_directory, files, programs=_workers())


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """A line that points at the build folder, whose Python files are links to the sources."""
    folder = os.path.join(_built(config_settings), "python")
    return _write_wheel(wheel_directory, {}, {"spinsack.pth": folder + "\n"})


def build_sdist(sdist_directory, config_settings=None):
    """Everything that git knows, under one folder."""
    name = f"{_stem()}.tar.gz"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(os.path.join(sdist_directory, name), "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for file in sorted(filter(None, listed.decode().split("\0"))):
            archive.add(os.path.join(ROOT, file), f"{_stem()}/{file}", recursive=False)
        text = _metadata().encode()
        entry = tarfile.TarInfo(f"{_stem()}/PKG-INFO")
        entry.size = len(text)
        archive.addfile(entry, io.BytesIO(text))
    return name


def _built(config_settings):
    """The build folder, with everything in it that the package takes."""
    given = (config_settings or {}).get("build-dir")
    folder = os.path.abspath(given or os.path.join(ROOT, "build", f"pip-{sysconfig.get_config_var('SOABI')}"))
    if not given:
        _run(
            "cmake",
            "-S",
            ROOT,
            "-B",
            folder,
            "-G",
            "Ninja",
            "-DCMAKE_BUILD_TYPE=Release",
            "-DCMAKE_CXX_FLAGS_RELEASE=-O3 -DNDEBUG",
            "-DSPINSACK_BUILD_TESTS=OFF",
            "-DSPINSACK_BUILD_BENCH=OFF",
            f"-DSPINSACK_PYTHON={sys.executable}",
        )
        _run("cmake", "--build", folder, "--target", "spinsack_python")
    core = os.path.join(folder, "python", "spinsack", "_core" + sysconfig.get_config_var("EXT_SUFFIX"))
    if not os.path.exists(core):
        raise SystemExit(
            f"{core}: expected the module for {sys.executable}, found none; without build-dir it is built"
        )
    return folder


def _run(*command):
    environment = {name: value for name, value in os.environ.items() if name != "PYTHON"}
    done = subprocess.run(command, env=environment)
    if done.returncode != 0:
        raise SystemExit(
            f"{' '.join(command)}: ended with {done.returncode}; `make python` installs what the build takes"
        )


def _workers():
    """The programs that talk to real machines; pip puts its interpreter in place of `python` in their first lines."""
    programs = {}
    for name in sorted(os.listdir(WORKERS)):
        if name.startswith("spinsack-machine-"):
            with open(os.path.join(WORKERS, name), encoding="utf-8") as file:
                first, rest = file.read().split("\n", 1)
            assert first == "#!/usr/bin/env python3", f"{name}: {first}"
            programs[f"{_stem()}.data/scripts/{name}"] = "#!python\n" + rest
    return programs


def _modules():
    return sorted(name for name in os.listdir(PACKAGE) if name.endswith((".py", ".pyi", ".typed")))


def _version():
    with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
        return re.search(r"project\(spinsack VERSION ([0-9.]+)", file.read()).group(1)


def _stem():
    return f"spinsack-{_version()}"


def _project():
    """What pyproject.toml says, as far as the metadata take it."""
    with open(os.path.join(ROOT, "pyproject.toml"), encoding="utf-8") as file:
        text = file.read()

    def one(key):
        return re.search(rf'^{key} = "(.*)"$', text, re.M).group(1)

    def many(key):
        return re.findall(r'"([^"]+)"', re.search(rf"^{key} = \[(.*?)\]$", text, re.M | re.S).group(1))

    extras = re.search(r"^\[project.optional-dependencies\]\n(.*)", text, re.M | re.S).group(1)
    groups = {key: re.findall(r'"([^"]+)"', rest) for key, rest in re.findall(r"^(\w+) = \[(.*?)\]", extras, re.M)}
    return one, many, groups


def _metadata():
    one, many, groups = _project()
    lines = [
        "Metadata-Version: 2.1",
        "Name: spinsack",
        f"Version: {_version()}",
        f"Summary: {one('description')}",
        f"Requires-Python: {one('requires-python')}",
        "License: Apache-2.0",
        *(f"Classifier: {entry}" for entry in many("classifiers")),
        *(f"Requires-Dist: {entry}" for entry in many("dependencies")),
    ]
    for extra, entries in groups.items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {entry} ; extra == "{extra}"' for entry in entries]
    lines.append("Description-Content-Type: text/markdown")
    with open(os.path.join(ROOT, one("readme")), encoding="utf-8") as file:
        return "\n".join(lines) + "\n\n" + file.read()


def _info():
    return f"{_stem()}.dist-info"


def _tag():
    return "-".join(
        (f"cp{sys.version_info[0]}{sys.version_info[1]}",) * 2
        + (sysconfig.get_platform().replace("-", "_").replace(".", "_"),)
    )


def _about():
    """What a wheel says of itself, by file."""
    return {
        "METADATA": _metadata(),
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: spinsack_build\nRoot-Is-Purelib: false\nTag: {_tag()}\n",
    }


def _write_wheel(directory, files, texts=None, programs=None):
    name = f"{_stem()}-{_tag()}.whl"
    info = _info()
    written = {**(texts or {}), **{f"{info}/{file}": text for file, text in _about().items()}}
    record = []
    with zipfile.ZipFile(os.path.join(directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:

        def put(place, content, executable):
            entry = zipfile.ZipInfo(place, STAMP)
            entry.external_attr = (0o100755 if executable else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{place},sha256={digest},{len(content)}")

        for place, source in sorted(files.items()):
            with open(source, "rb") as file:
                put(place, file.read(), os.access(source, os.X_OK))
        for place, text in (programs or {}).items():
            put(place, text.encode(), True)
        for place, text in written.items():
            put(place, text.encode(), False)
        record.append(f"{info}/RECORD,,")
        wheel.writestr(zipfile.ZipInfo(f"{info}/RECORD", STAMP), "\n".join(record) + "\n")
    return name
