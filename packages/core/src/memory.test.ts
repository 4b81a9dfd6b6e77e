import { createMemoryStore } from './memory.ts'
import { describeStore } from './test/describe-store.ts'

describeStore('createMemoryStore', createMemoryStore)
