// The theme, light or dark: the setting of the system, unless the user has chosen one.
import { signal } from '@preact/signals'
import { kept } from '../storage.ts'

export const themes = ['system', 'light', 'dark'] as const

export type Theme = (typeof themes)[number]

const storageKey = 'mock-endpoint-theme'

export const theme = signal<Theme>(chosenBefore())

theme.subscribe((chosen) => {
  if (chosen === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = chosen
  kept.write(storageKey, chosen)
})

function chosenBefore(): Theme {
  const text = kept.read(storageKey)
  return themes.find((one) => one === text) ?? 'system'
}
