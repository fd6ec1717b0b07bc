# SPDX-License-Identifier: Apache-2.0
"""The token that every service of the stand-in takes."""
TOKEN = "standin-token-0123456789"
