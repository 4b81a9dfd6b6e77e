// Renders the page into the document.
import { render } from 'preact'
import { App } from './shell/app.tsx'

startReporting()
render(<App />, document.body)

/** Reports errors if the page has an address for them. The first error loads the code for that. */
function startReporting(): void {
  const dsn = document.querySelector<HTMLMetaElement>('meta[name="reporting-dsn"]')?.content
  if (!dsn) return
  const report = (error: unknown): void => {
    void import('./report-error.ts').then(({ reportError }) => reportError(error, dsn))
  }
  window.addEventListener('error', ({ error }) => report(error))
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason))
}
