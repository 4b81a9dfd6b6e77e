// The part of the OpenAPI document about health.
import { object, type Part, unreadable } from './openapi-parts.ts'

export function healthSchema(): Part {
  const always = {
    status: { enum: ['ok', 'degraded'] },
    version: { type: 'string' },
    endpoints: { type: ['integer', 'null'] },
    rules: { type: ['integer', 'null'] },
    seed: { type: 'number' },
    store: { type: 'string' },
  }
  const durability = {
    ...{ type: 'string' },
    description:
      'What an acknowledged write outlives; `synced` a power cut. Of daemons that share a store.',
  }
  const daemons = {
    ...{ type: 'array', items: { type: 'string' } },
    description: 'The names of the running daemons that share the store.',
  }
  const origins = {
    ...{ type: 'object', additionalProperties: { type: 'string' } },
    description: 'The origins of endpoints that have their own port, by name.',
  }
  const reason = { type: 'string' }
  const files = filesSchema()
  return object(always, { reason, unreadable, files, origins, durability, daemons })
}

function filesSchema(): Part {
  const boolean = { type: 'boolean' }
  const place = { type: 'integer', minimum: 1 }
  const text = { type: 'string' }
  const fault = object({ file: text, detail: text }, { line: place, column: place })
  const always = {
    from: { ...text, description: 'The folder or file that is served.' },
    watched: { ...boolean, description: 'Whether changed files take effect at once.' },
    saved: { ...boolean, description: 'Whether changes are saved to the files.' },
    faulty: { type: 'integer', description: 'The number of faults in the files.' },
    faults: { type: 'array', items: fault, maxItems: 100 },
  }
  return { ...object(always), description: 'Only where endpoints come from files.' }
}
