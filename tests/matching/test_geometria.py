"""Distances that fit on the back of an envelope, and the box that each form of a coordinate leaves open."""

from __future__ import annotations

import numpy as np
import pytest

from etrdash.matching.geometria import box_m, distance_m, project_m


def test_a_degree_of_latitude_is_about_110574_metres() -> None:
    assert distance_m(-23.0, -46.0, -24.0, -46.0) == pytest.approx(110_574)


def test_a_missing_coordinate_has_no_distance() -> None:
    assert np.isnan(distance_m(np.nan, -46.0, -24.0, -46.0))


def test_the_projection_keeps_short_distances() -> None:
    a, b = project_m([-23.5, -23.501], [-46.6, -46.6])
    assert np.linalg.norm(a - b) == pytest.approx(111.2, abs=0.1)


@pytest.mark.parametrize(
    ("latitude", "longitude", "norte"),
    [
        (-23.95, -46.38, 552.9),  # two decimals: half of 0.01 degree
        (-23.951, -46.38, 55.3),  # three
        (-23.95123, -46.38456, 0.55),  # five
        (-(23 + 57 / 60 + 7 / 3600), -(46 + 22 / 60 + 48 / 3600), 15.4),  # whole seconds of arc
        (-23.951234567, -46.384567891, 0.0553),  # as fine as it gets
    ],
)
def test_the_form_of_a_coordinate_leaves_a_box(latitude: float, longitude: float, norte: float) -> None:
    assert box_m([latitude], [longitude])[0][0] == pytest.approx(norte, rel=0.06)
