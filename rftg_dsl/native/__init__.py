"""The same rules as machine code: the Python of steps and powers, read as trees and compiled by the C compiler."""
