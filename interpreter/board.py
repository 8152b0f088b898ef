"""The board: a networkx graph of places and paths, and the tables of distance and neighbours made from it.

Everything is asked of the tables, which are indexed by entity id; the graph is kept for pictures and for tools.
"""

from __future__ import annotations

from collections.abc import Callable

import networkx as nx

from interpreter.arrange import Points, settle
from rulelang.program.tables import FAR, BoardTable


class Board:
    """Tables over `entities` + 1 ids; id 0 (nothing) and what is not a place have no neighbours and are far from all.

    `neighbours[p]`: places one path away, ascending. `ends[path]`: its two places. `near[p]`: place -> distance.
    """

    def __init__(self, table: BoardTable | None, entities: int) -> None:
        self.graph = graph_of(table)
        near: list[dict[int, int]] = [{} for _ in range(entities + 1)]
        neighbours: list[tuple[int, ...]] = [()] * (entities + 1)
        ends: list[tuple[int, ...]] = [()] * (entities + 1)
        for place in self.graph.nodes:
            neighbours[place] = tuple(sorted(set(self.graph.neighbors(place)) - {place}))
            near[place] = dict(nx.single_source_shortest_path_length(self.graph, place))
        for a, b, path in table.paths if table else ():
            if path:
                ends[path] = (a, b)
        self.neighbours = tuple(neighbours)
        self.ends = tuple(ends)
        self.near = tuple(near)

    def distance(self, a: int, b: int) -> int:
        """Paths on the shortest way; FAR where there is none, also from or to nothing."""
        return self.near[a].get(b, FAR)

    def reach(self, place: int, steps: int, open_to: Callable[[int], object] | None = None) -> list[int]:
        """Places within `steps` paths, nearest first and ascending within a distance; `place` itself is always in."""
        if not place or steps < 0:
            return []
        found = [place]
        seen = {place}
        edge = found
        while steps > 0 and edge:
            beyond = {n for p in edge for n in self.neighbours[p] if n not in seen}
            edge = sorted(n for n in beyond if open_to is None or open_to(n))
            seen.update(beyond)
            found = found + edge
            steps -= 1
        return found


def graph_of(table: BoardTable | None) -> nx.MultiGraph:
    """The graph: a node for each place, an edge for each path (key: its entity, or its position if it has none)."""
    graph: nx.MultiGraph = nx.MultiGraph()
    if table is not None:
        graph.add_nodes_from(table.places)
        for index, (a, b, path) in enumerate(table.paths):
            graph.add_edge(a, b, key=path or -1 - index)
    return graph


def positions(table: BoardTable | None) -> Points:
    """Where the places lie in a picture, a way being about one unit long; the same for equal boards. Empty without one."""
    graph = nx.Graph(graph_of(table))
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    planar, embedding = nx.check_planarity(graph)
    start = None
    if planar and len(graph) > 2:
        grid = nx.combinatorial_embedding_to_pos(embedding)
        scale = max(1.0, len(graph) ** 0.5)
        start = {place: (x / scale, y / scale) for place, (x, y) in sorted(grid.items())}
    distances = {place: dict(nx.single_source_shortest_path_length(graph, place)) for place in sorted(graph.nodes)}
    return settle(distances, sorted(tuple(sorted(edge)) for edge in graph.edges), start)
