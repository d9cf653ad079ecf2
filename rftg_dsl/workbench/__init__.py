"""The author's workbench: scenarios are run, and what they test is measured."""
