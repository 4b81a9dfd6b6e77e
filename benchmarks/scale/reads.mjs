// Random reads of a daemon: the load, and the comparison of answers with what was stored. wrk reads
// no bodies, so others are asked for beside it; without wrk every answer is compared.
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { memoryOf } from '../lib/daemon.mjs'
import { byWrk, driver } from '../lib/load.mjs'
import { dataOf, nameOf } from './endpoints.mjs'
import { pick, step } from './pick.mjs'

const connections = 32
/** Milliseconds between two answers that are compared. */
const pause = 10

/**
 * Resolves to the answers a second, how many were compared and how many of these were wrong, and
 * the most memory without mapped files that was seen.
 */
export async function readRandomly({ url, pid, total, shape, seconds }) {
  const drive = driver === 'wrk' ? drivenByWrk : drivenByAutocannon
  let isOver = false
  const watched = watchMemory(pid, () => isOver)
  const load = await drive({ url, total, shape, seconds }).finally(() => {
    isOver = true
  })
  return { ...load, own: await watched }
}

async function drivenByWrk({ url, total, shape, seconds }) {
  let isOver = false
  const compared = compareSome({ url, total, shape }, () => isOver)
  const args = [total, shape, step]
  const load = { url: `${url}/endpoint/${nameOf('')}`, connections, seconds, args }
  const { perSecond } = await byWrk(load).finally(() => {
    isOver = true
  })
  return { perSecond, ...(await compared) }
}

async function compareSome({ url, total, shape }, isOver) {
  let [compared, wrong] = [0, 0]
  while (!isOver()) {
    const i = pick[shape](total)
    const response = await fetch(`${url}/endpoint/${nameOf(i)}`)
    if (response.status !== 200 || (await response.text()) !== dataOf(i)) wrong++
    compared++
    await sleep(pause)
  }
  return { compared, wrong }
}

async function drivenByAutocannon({ url, total, shape, seconds }) {
  let [compared, wrong] = [0, 0]
  const random = {
    setupRequest(request, context) {
      context.id = pick[shape](total)
      return { ...request, path: `/endpoint/${nameOf(context.id)}` }
    },
    onResponse(status, body, context) {
      compared++
      if (status !== 200 || body !== dataOf(context.id)) wrong++
    },
  }
  const { errors } = await autocannon({ url, connections, duration: seconds, requests: [random] })
  return { perSecond: compared / seconds, compared, wrong: wrong + errors }
}

async function watchMemory(pid, isOver) {
  let most = 0
  while (!isOver()) {
    most = Math.max(most, (await memoryOf(pid)).own)
    await sleep(50)
  }
  return most
}
