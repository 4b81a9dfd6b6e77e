import { expect, test } from 'vitest'
import { madeUp } from '../../test/readable-journal.ts'
import { createBodyBlocks } from './body-blocks.ts'
import { createRing } from './ring.ts'

test.each(['fell out', 'was cleared'])(
  'a request that %s has no links to other requests',
  (how) => {
    const ring = createRing(2, Number.POSITIVE_INFINITY, createBodyBlocks(), () => {})
    const first = madeUp(1, 'a')
    ring.keep(first)
    const second = madeUp(2, 'a')
    ring.keep(second)
    expect([first.changedAfter?.id, second.changedBefore?.id]).toEqual([2, 1])
    if (how === 'fell out') ring.keep(madeUp(3, 'a'))
    else ring.clear()
    const links = [first.changedBefore, first.changedAfter, second.changedBefore]
    expect(links).toEqual([undefined, undefined, undefined])
  },
)
