// What the build writes into the program, for its source.
globalThis.__VERSION__ = 'dev'
globalThis.__SERVER_REPORTING_DSN__ = ''
globalThis.__CLIENT_REPORTING_DSN__ = ''
