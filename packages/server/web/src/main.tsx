// Puts the page into the document.
import { render } from 'preact'
import { startReporting } from './reporting.ts'
import { App } from './shell/app.tsx'

startReporting()
render(<App />, document.body)
