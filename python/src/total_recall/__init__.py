"""Client of Total Recall, lossless memory and context compaction for LLM agents."""

from ._async.client import AsyncClient
from ._async.history import AsyncHistory
from ._async.session import AsyncSessionClient
from ._async.space import AsyncSpaceClient
from ._errors import TotalRecallApiError, TotalRecallConnectionError, TotalRecallError
from ._request import Retry
from ._responses import ModelCall
from ._results import AppendedResponse, ArtifactDownload
from ._routes import ErrorCode, JsonRouteId, RouteId
from ._sync.client import Client
from ._sync.history import History
from ._sync.session import SessionClient
from ._sync.space import SpaceClient
from ._tools import ToolHandler, ToolHandlers, ToolRun
from ._windows import AnthropicWindow, DeepSeekWindow, OpenAiWindow, ResponsesWindow, Window, WindowFormat

__all__ = [
    "AnthropicWindow",
    "AppendedResponse",
    "ArtifactDownload",
    "AsyncClient",
    "AsyncHistory",
    "AsyncSessionClient",
    "AsyncSpaceClient",
    "Client",
    "DeepSeekWindow",
    "ErrorCode",
    "History",
    "JsonRouteId",
    "ModelCall",
    "OpenAiWindow",
    "ResponsesWindow",
    "Retry",
    "RouteId",
    "SessionClient",
    "SpaceClient",
    "ToolHandler",
    "ToolHandlers",
    "ToolRun",
    "TotalRecallApiError",
    "TotalRecallConnectionError",
    "TotalRecallError",
    "Window",
    "WindowFormat",
]
