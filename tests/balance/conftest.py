from pathlib import Path

import pytest

from balance.known_set import write_known_set
from rftg_dsl.library.load import Library, load_library


@pytest.fixture(scope="session")
def known_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_known_set(tmp_path_factory.mktemp("known"))


@pytest.fixture(scope="session")
def known_library(known_folder: Path) -> Library:
    return load_library("race", extra=[known_folder])
