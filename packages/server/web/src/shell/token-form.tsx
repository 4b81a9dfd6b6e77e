// Asks for the token of a daemon that was started with one.
import { useLayoutEffect, useRef } from 'preact/hooks'
import { setToken, token } from '../api/control.ts'

export function TokenForm() {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => input.current?.focus(), [])
  const unlock = (event: Event): void => {
    event.preventDefault()
    setToken(input.current?.value.trim() ?? '')
  }
  return (
    <main class="alone">
      <form class="card" onSubmit={unlock}>
        <h1>This service asks for a token</h1>
        <p>
          It is the one that the daemon was started with: <code>--token</code>, or{' '}
          <code>MOCK_ENDPOINT_TOKEN</code>.
        </p>
        {token.value !== '' && (
          <p class="fault" role="alert">
            The token is not the right one.
          </p>
        )}
        <label>
          Token
          <input ref={input} type="password" autocomplete="off" required />
        </label>
        <button type="submit" class="primary">
          Continue
        </button>
      </form>
    </main>
  )
}
