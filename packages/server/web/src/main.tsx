// Puts the page into the document.
import { render } from 'preact'
import { App } from './shell/app.tsx'

startReporting()
render(<App />, document.body)

/** Loads the reporting code when the page has been given an address, and reports what goes wrong. */
function startReporting(): void {
  const dsn = document.querySelector<HTMLMetaElement>('meta[name="reporting-dsn"]')?.content
  if (!dsn) return
  const report = (error: unknown): void => {
    void import('./report-error.ts').then(({ reportError }) => reportError(error, dsn))
  }
  window.addEventListener('error', ({ error }) => report(error))
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason))
}
