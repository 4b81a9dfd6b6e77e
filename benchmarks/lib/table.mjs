// Tables as text and as Markdown: the first column to the left, figures to the right.

/** For a terminal. */
export function textTable(header, rows) {
  return render([header, ...rows], (cells) => cells.join('  ').trimEnd())
}

export function markdownTable(header, rows) {
  const rule = header.map((_, column) => (column === 0 ? '---' : '---:'))
  return render([header, rule, ...rows], (cells) => `| ${cells.join(' | ')} |`)
}

function render(rows, toLine) {
  const columns = rows[0] ?? []
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const pad = (cell, column) =>
    column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])
  return rows.map((row) => toLine(row.map(pad))).join('\n')
}
