# SPDX-License-Identifier: Apache-2.0
"""`pip install .` without network, into an environment of its own; what `make install` puts where."""

import os
import subprocess
import sys

import spinsack
from support import BUILD, SOURCE, FolderTest, needs


def run(*command, **options):
    environment = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "SPINSACK_COMMAND")
    }
    done = subprocess.run(
        command, capture_output=True, text=True, env={**environment, **options.pop("env", {})}, **options
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@needs("pip")
@needs("ensurepip")
class Pip(FolderTest):
    def test_wheel_into_a_fresh_environment(self):
        place = self.path("venv")
        run(sys.executable, "-m", "venv", "--system-site-packages", place)
        python = os.path.join(place, "bin", "python")
        run(
            python,
            "-m",
            "pip",
            "install",
            "--no-index",
            "--no-deps",
            "--disable-pip-version-check",
            "--config-settings",
            f"build-dir={BUILD}",
            SOURCE,
            env={"PIP_NO_CACHE_DIR": "1"},
            cwd=self.folder,
        )
        told = run(
            python,
            "-c",
            "import spinsack, spinsack.study, os\n"
            "print(os.path.dirname(spinsack.__file__))\n"
            "print(spinsack.solve([10, 20], [1, 1], 1).value, spinsack._command.command())",
            cwd=self.folder,
        ).split()
        self.assertTrue(told[0].startswith(place), told)
        self.assertEqual(told[1:], ["20", os.path.join(place, "bin", "spinsack")])
        self.assertIn(spinsack.__version__, run(os.path.join(place, "bin", "spinsack"), "--version"))
        if os.path.exists(os.path.join(BUILD, "spinsack-mip")):
            code = "import spinsack; print(spinsack.solve([10, 20], [1, 1], 1, method='mip').proven_optimal)"
            self.assertEqual(run(python, "-c", code, cwd=self.folder), "True\n")

    def test_metadata_and_sources(self):
        sys.path.insert(0, os.path.join(SOURCE, "python", "build"))
        self.addCleanup(sys.path.pop, 0)
        import spinsack_build

        text = spinsack_build._metadata()
        for line in (
            f"Version: {spinsack.__version__}",
            "Requires-Dist: numpy>=1.21",
            'Requires-Dist: dimod>=0.12 ; extra == "dimod"',
        ):
            self.assertIn(line + "\n", text)
        if not os.path.exists(os.path.join(SOURCE, ".git")):
            self.skipTest("needs a clone of the repository")
        import tarfile

        name = spinsack_build.build_sdist(self.folder)
        with tarfile.open(self.path(name)) as archive:
            self.assertIn(f"spinsack-{spinsack.__version__}/pyproject.toml", archive.getnames())


class MakeInstall(FolderTest):
    def test_the_component(self):
        prefix = self.path("prefix")
        run("cmake", "--install", BUILD, "--prefix", prefix, "--component", "python")
        (packages,) = [root for root, folders, _ in os.walk(prefix) if "spinsack" in folders]
        self.assertRegex(packages, r"lib/python3\.\d+/(dist|site)-packages$")
        code = "import spinsack; print(spinsack.__file__, spinsack.solve([10, 20], [1, 1], 1).value)"
        file, value = run(sys.executable, "-c", code, env={"PYTHONPATH": packages}, cwd=self.folder).split()
        self.assertEqual((os.path.dirname(os.path.dirname(file)), value), (packages, "20"))
        self.assertTrue(os.path.exists(os.path.join(packages, "spinsack", "py.typed")))
