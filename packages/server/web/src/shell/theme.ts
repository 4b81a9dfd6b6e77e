// Light or dark: the system's setting, unless the reader has chosen.
import { signal } from '@preact/signals'

export const themes = ['system', 'light', 'dark'] as const

export type Theme = (typeof themes)[number]

const storageKey = 'mock-endpoint-theme'

export const theme = signal<Theme>(kept())

theme.subscribe((chosen) => {
  if (chosen === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = chosen
  localStorage.setItem(storageKey, chosen)
})

function kept(): Theme {
  const text = localStorage.getItem(storageKey)
  return themes.find((one) => one === text) ?? 'system'
}
