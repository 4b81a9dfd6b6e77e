// Defines for the source the values that the build writes into the program.
globalThis.__VERSION__ = 'dev'
globalThis.__SERVER_REPORTING_DSN__ = ''
globalThis.__CLIENT_REPORTING_DSN__ = ''
