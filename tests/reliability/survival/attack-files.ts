// Loads all attacks. Each file of the folder is a topic.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Attack } from './attack.ts'

const folder = join(import.meta.dirname, 'attacks')

export interface AttackFile {
  readonly topic: string
  readonly attacks: readonly Attack[]
}

export function attackFiles(): Promise<AttackFile[]> {
  const files = readdirSync(folder).sort()
  return Promise.all(
    files.map(async (file) => {
      const { attacks } = (await import(join(folder, file))) as Omit<AttackFile, 'topic'>
      return { topic: file.replace('.ts', ''), attacks }
    }),
  )
}
