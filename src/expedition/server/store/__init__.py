"""The database by topic. A new topic is a module here: its tables on `metadata.meta`, its queries in a class.

Import the module below, so that migrations are compared with all tables, and add a numbered migration.
"""

from __future__ import annotations

from expedition.server.store.chat import ChatStore
from expedition.server.store.daily import DailyStore
from expedition.server.store.database import Database
from expedition.server.store.friends import FriendStore
from expedition.server.store.limits import LimitStore
from expedition.server.store.loading import LoadingStore
from expedition.server.store.log import LogStore
from expedition.server.store.moderation import ModerationStore
from expedition.server.store.people import PeopleStore
from expedition.server.store.profiles import ProfileStore
from expedition.server.store.puzzles import PuzzleStore
from expedition.server.store.ratings import RatingStore
from expedition.server.store.reach import ReachStore
from expedition.server.store.results import ResultStore
from expedition.server.store.rooms import RoomStore
from expedition.server.store.routes import RouteStore
from expedition.server.store.sessions import SessionStore
from expedition.server.store.tournaments import TournamentStore

__all__ = ["Store"]


class Store:
    """Every question asked of the database."""

    def __init__(self, database: str | Database) -> None:
        self.db = Database(database) if isinstance(database, str) else database
        self.chat = ChatStore(self.db)
        self.daily = DailyStore(self.db)
        self.friends = FriendStore(self.db)
        self.limits = LimitStore(self.db)
        self.loading = LoadingStore(self.db)
        self.log = LogStore(self.db)
        self.moderation = ModerationStore(self.db)
        self.people = PeopleStore(self.db)
        self.profiles = ProfileStore(self.db)
        self.puzzles = PuzzleStore(self.db)
        self.ratings = RatingStore(self.db)
        self.reach = ReachStore(self.db)
        self.results = ResultStore(self.db)
        self.rooms = RoomStore(self.db)
        self.routes = RouteStore(self.db)
        self.sessions = SessionStore(self.db)
        self.tournaments = TournamentStore(self.db)
