// Says on stderr what is going on: one line that changes in a terminal, lines elsewhere.

export function progress(text) {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`)
}

export function endProgress() {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
}
