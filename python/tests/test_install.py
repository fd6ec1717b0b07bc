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

        self.expect_workers(place)

    def expect_workers(self, place):
        """Programs that talk to machines came too, with what they share, and are found without PATH."""
        python, bin = os.path.join(place, "bin", "python"), os.path.join(place, "bin")
        named = sorted(name for name in os.listdir(os.path.join(SOURCE, "workers")) if "-machine-" in name)
        self.assertIn("spinsack-machine-amplify", named)
        for name in named:
            self.assertIn("usage:", run(os.path.join(bin, name), "--help", cwd=self.folder))
        for name in ("services.toml", "schemas/machine-protocol.schema.json"):
            self.assertTrue(os.path.exists(os.path.join(place, "share", "spinsack", name)), name)
        with open(self.path("machines.toml"), "w") as file:
            file.write('[ours]\nworker = ["spinsack-machine-spinsack"]\n')
        code = (
            "import spinsack\n"
            "print(spinsack.sample([[-1, 2], [0, -1]], method='external', machine='ours', reads=3).reads)"
        )
        machines = {"SPINSACK_MACHINES": self.path("machines.toml")}
        self.assertEqual(run(python, "-c", code, cwd=self.folder, env=machines), "3\n")
        told = run(os.path.join(bin, "spinsack"), "machine", "describe", "ours", cwd=self.folder, env=machines)
        self.assertRegex(told, "formats +bqm")

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
        # pip asks for it before it builds, and would build all of it otherwise.
        told = spinsack_build.prepare_metadata_for_build_wheel(self.folder, {"build-dir": self.path("none")})
        with open(os.path.join(self.path(told), "METADATA"), encoding="utf-8") as file:
            self.assertEqual(file.read(), text)
        if not os.path.exists(os.path.join(SOURCE, ".git")):
            self.skipTest("needs a clone of the repository")
        import tarfile

        name = spinsack_build.build_sdist(self.folder)
        with tarfile.open(self.path(name)) as archive:
            self.assertIn(f"spinsack-{spinsack.__version__}/pyproject.toml", archive.getnames())


class WithoutInterpreter(FolderTest):
    """`make python` where no interpreter will do."""

    def told(self, *flags):
        with open(self.path("CMakeLists.txt"), "w") as file:
            file.write(f"cmake_minimum_required(VERSION 3.25)\nproject(one NONE)\ninclude({SOURCE}/cmake/python.cmake)\n")
        environment = {name: value for name, value in os.environ.items() if name != "PYTHON"}
        run("cmake", "-S", self.folder, "-B", self.path("build"), *flags, env={"PYTHON": ""})
        done = subprocess.run(
            ["cmake", "--build", self.path("build"), "--target", "spinsack_python"],
            capture_output=True,
            text=True,
            env=environment,
        )
        self.assertNotEqual(done.returncode, 0)
        return done.stdout + done.stderr

    def test_says_what_each_lacks_and_what_to_set(self):
        program = self.path("python3")
        with open(program, "w") as file:
            file.write("#!/bin/sh\necho '3.11.2;.so;/nonexistent;;'\n")
        os.chmod(program, 0o755)
        told = self.told(f"-Dpython_candidates={program}")
        self.assertIn(f"No Python package: {program} lacks numpy, its headers (python3-dev)", told)
        self.assertIn("PYTHON=/path/to/python3 names another interpreter", told)
        self.assertNotIn("unknown target", told)

    def test_says_that_it_was_turned_off(self):
        self.assertIn("No Python package: SPINSACK_PYTHON is OFF", self.told("-DSPINSACK_PYTHON=OFF"))


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
