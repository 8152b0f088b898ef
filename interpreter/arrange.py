"""Where points of a drawing go: near to what they are joined to, few lines crossing, and no box upon another.

Plain geometry on dicts of positions, deterministic: equal input gives equal output. Knows nothing of games.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence

Point = tuple[float, float]
Points = dict[int, Point]
Edges = Sequence[tuple[int, int]]
WORK = 3_000_000  # pairs looked at in all, so that a large board takes seconds at most


def settle(distances: Mapping[int, Mapping[int, int]], edges: Edges, start: Points | None) -> Points:
    """Positions whose distances are like those along the ways: the best of several beginnings, one unit a way."""
    nodes = sorted(distances)
    if len(nodes) < 2:
        return dict.fromkeys(nodes, (0.0, 0.0))
    far = math.sqrt(len(nodes)) + 1
    rounds = max(3, min(120, WORK // (len(nodes) ** 2 * 8)))
    beginnings = [start] if start else []
    beginnings += [_ring(nodes)] + [_scattered(nodes, seed) for seed in range(6 if len(nodes) <= 60 else 0)]
    settled = [_relax(nodes, distances, far, begin, rounds) for begin in beginnings]
    return min(settled, key=lambda points: _badness(points, edges, distances, far))


def _ring(nodes: list[int]) -> Points:
    n = len(nodes)
    size = n / (2 * math.pi)
    return {
        node: (size * math.cos(2 * math.pi * i / n), size * math.sin(2 * math.pi * i / n))
        for i, node in enumerate(nodes)
    }


def _scattered(nodes: list[int], seed: int) -> Points:
    chance = random.Random(seed)
    size = math.sqrt(len(nodes))
    return {node: (chance.uniform(-size, size), chance.uniform(-size, size)) for node in nodes}


def _relax(
    nodes: list[int], distances: Mapping[int, Mapping[int, int]], far: float, start: Points, rounds: int
) -> Points:
    """Stress majorization, one node after the other."""
    points = dict(start)
    for _ in range(rounds):
        for node in nodes:
            points[node] = _pulled(node, nodes, distances[node], far, points)
    return points


def _pulled(node: int, nodes: list[int], distances: Mapping[int, int], far: float, points: Points) -> Point:
    x, y = points[node]
    sum_x = sum_y = weights = 0.0
    for other in nodes:
        if other == node:
            continue
        wanted = float(distances.get(other, far))
        ox, oy = points[other]
        gap = math.hypot(x - ox, y - oy) or 1e-9
        weight = 1 / (wanted * wanted)
        sum_x += weight * (ox + wanted * (x - ox) / gap)
        sum_y += weight * (oy + wanted * (y - oy) / gap)
        weights += weight
    return (sum_x / weights, sum_y / weights)


def _badness(points: Points, edges: Edges, distances: Mapping[int, Mapping[int, int]], far: float) -> float:
    """Crossings first, then places that lie on a way, then stress."""
    bad = 4.0 * (crossings(points, edges) if len(edges) <= 400 else 0)
    nodes = sorted(points)
    for a, b in edges if len(edges) * len(nodes) <= 200_000 else ():
        bad += sum(1 for node in nodes if node not in (a, b) and _beside(points[node], points[a], points[b])[0] < 0.3)
    for at, a in enumerate(nodes):
        for b in nodes[at + 1 :]:
            wanted = distances[a].get(b, far)
            bad += 0.3 * (math.dist(points[a], points[b]) - wanted) ** 2 / wanted**2
    return bad


def crossings(points: Points, edges: Edges) -> int:
    """How many pairs of lines cross."""
    found = 0
    for at, (a, b) in enumerate(edges):
        for c, d in edges[at + 1 :]:
            if len({a, b, c, d}) == 4 and _cross(points[a], points[b], points[c], points[d]):
                found += 1
    return found


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> bool:
        return (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)


def _beside(p: Point, a: Point, b: Point) -> tuple[float, Point]:
    """How far a point is from a line between two others, and the nearest point of it (far, where that is an end)."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length if length else 0.0
    if not 0 < along < 1:
        return math.inf, a
    near = (a[0] + along * dx, a[1] + along * dy)
    return math.dist(p, near), near


# --- to a page -------------------------------------------------------------------------------------------


def turned(points: Points, wide: float) -> Points:
    """The drawing turned so that its width is to its height as near to `wide` as can be, its centre at 0, 0."""
    best: Points = points
    best_off = math.inf
    for step in range(36):
        angle = math.pi * step / 36
        turn = {node: _turn(point, angle) for node, point in points.items()}
        width, height = extent(turn)
        off = abs(math.log((width + 0.5) / (height + 0.5) / wide))
        if off < best_off - 1e-9:
            best, best_off = turn, off
    left, right = min(p[0] for p in best.values()), max(p[0] for p in best.values())
    top, bottom = min(p[1] for p in best.values()), max(p[1] for p in best.values())
    return {node: (x - (left + right) / 2, y - (top + bottom) / 2) for node, (x, y) in best.items()}


def _turn(point: Point, angle: float) -> Point:
    x, y = point
    return (x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle))


def extent(points: Points) -> tuple[float, float]:
    """Width and height."""
    xs, ys = [p[0] for p in points.values()], [p[1] for p in points.values()]
    return max(xs) - min(xs), max(ys) - min(ys)


def spread(points: Points, sizes: Mapping[int, Point], edges: Edges, gap: Point) -> Points:
    """The points moved so that their boxes of `sizes` lie at least `gap` apart and, as far as can be, off the lines."""
    placed = dict(points)
    for _ in range(12):
        for turn in range(150):
            moved = _push_off_lines(placed, sizes, edges) if turn < 110 and len(edges) * len(placed) < 4000 else False
            if not _push_apart(placed, sizes, gap) and not moved:
                break
        if not overlapping(placed, sizes):
            return placed
        placed = {node: (x * 1.15, y * 1.15) for node, (x, y) in placed.items()}
    return _in_rows(sorted(points), sizes, gap)


def overlapping(points: Points, sizes: Mapping[int, Point]) -> list[tuple[int, int]]:
    """The pairs whose boxes lie upon one another."""
    nodes = sorted(points)
    found: list[tuple[int, int]] = []
    for at, a in enumerate(nodes):
        for b in nodes[at + 1 :]:
            (ax, ay), (bx, by) = points[a], points[b]
            if abs(ax - bx) < (sizes[a][0] + sizes[b][0]) / 2 and abs(ay - by) < (sizes[a][1] + sizes[b][1]) / 2:
                found.append((a, b))
    return found


def _push_apart(points: Points, sizes: Mapping[int, Point], gap: Point) -> bool:
    moved = False
    nodes = sorted(points)
    for at, a in enumerate(nodes):
        for b in nodes[at + 1 :]:
            (ax, ay), (bx, by) = points[a], points[b]
            over_x = (sizes[a][0] + sizes[b][0]) / 2 + gap[0] - abs(ax - bx)
            over_y = (sizes[a][1] + sizes[b][1]) / 2 + gap[1] - abs(ay - by)
            if over_x <= 1e-6 or over_y <= 1e-6:
                continue
            moved = True
            if over_x / (gap[0] + 1) <= over_y / (gap[1] + 1):
                shift = over_x / 2 * (1 if ax >= bx else -1)
                points[a], points[b] = (ax + shift, ay), (bx - shift, by)
            else:
                shift = over_y / 2 * (1 if ay >= by else -1)
                points[a], points[b] = (ax, ay + shift), (bx, by - shift)
    return moved


def _push_off_lines(points: Points, sizes: Mapping[int, Point], edges: Edges) -> bool:
    moved = False
    for node in sorted(points):
        for a, b in edges:
            if node in (a, b):
                continue
            gap, near = _beside(points[node], points[a], points[b])
            if gap == math.inf:
                continue
            (x, y), (width, height) = points[node], sizes[node]
            dx, dy = (
                (x - near[0], y - near[1]) if gap > 1e-6 else (points[a][1] - points[b][1], points[b][0] - points[a][0])
            )
            length = math.hypot(dx, dy) or 1.0
            dx, dy = dx / length, dy / length
            room = abs(dx) * width / 2 + abs(dy) * height / 2 + min(height, width) * 0.25
            if gap < room:
                moved = True
                push = (room - gap) * 0.35
                points[node] = (x + dx * push, y + dy * push)
    return moved


def _in_rows(nodes: list[int], sizes: Mapping[int, Point], gap: Point) -> Points:
    """Where nothing else helps: in rows, as in a list."""
    wide = max(sizes[node][0] for node in nodes) + gap[0]
    high = max(sizes[node][1] for node in nodes) + gap[1]
    columns = math.ceil(math.sqrt(len(nodes)))
    return {node: (at % columns * wide, at // columns * high) for at, node in enumerate(nodes)}
