// The whole page: what is always there, and the view that is asked for.
import { useEffect } from 'preact/hooks'
import { isLocked } from '../api/control.ts'
import { EndpointsView } from '../endpoints/endpoints-view.tsx'
import { RequestsView } from '../requests/requests-view.tsx'
import { focusIfLost, searchField } from './focus.ts'
import { Header } from './header.tsx'
import { watchHealth } from './health.ts'
import { route } from './route.ts'
import { Toasts } from './toasts.tsx'
import { TokenForm } from './token-form.tsx'

export function App() {
  useEffect(watchHealth, [])
  useEffect(() => {
    if (!isLocked.value) focusIfLost(searchField())
  }, [isLocked.value])
  return (
    <>
      <Header />
      {isLocked.value ? <TokenForm /> : <View />}
      <Toasts />
    </>
  )
}

function View() {
  return route.value.view === 'requests' ? <RequestsView /> : <EndpointsView />
}
