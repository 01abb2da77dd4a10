"""The studio: a page on this machine in which a designer turns numbers and sees what it does.

A thin door over the commands.  `app` answers the page, behind `guard`; `desk` holds what is being
changed, `tables` how it is shown, `notes` what lies beside a pack; all that plays is a child:
commands with `--json` (`children`), and what lays games down for the page to play (`laying`).
"""
