"""Airborne troops."""
