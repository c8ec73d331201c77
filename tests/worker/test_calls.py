"""What a figure shows as the package's call runs just as it is written."""

import importlib
import pathlib
import pkgutil
import tomllib

import lookback
import numpy
import pytest
from lookback import measures
from lookback.measures import measured
from worker.catalog import find_sections

FIGURES = [figure for section in find_sections() for figure in section.figures.values()]
MODULES = {module.__name__: module for module in (lookback, numpy, pathlib, tomllib)}  # which calls name in full


@pytest.fixture(scope="module")
def given(models):
    """What a call starts from: modules, the loaded folder of weights, and a text."""
    for module in pkgutil.walk_packages(lookback.__path__, "lookback."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    return {**MODULES, "models": models, "text": models.stories[0].text}


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.id)
def test_the_call_of_every_figure_runs_as_written(dispatcher, given, figure, pytestconfig, monkeypatch):
    figure = dispatcher.figure(figure.section, figure.name)
    call = dispatcher.draw(figure, {}, figure.widths[0]).call
    monkeypatch.chdir(pytestconfig.rootpath)
    monkeypatch.setattr(measures, "measure", measured)  # the build has measured already
    monkeypatch.delattr(measures, "measured")  # a reader who has loaded the weights has no results yet
    exec(call, dict(given))
