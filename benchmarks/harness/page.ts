// The tables of docs/performance.md. Each stands between `<!-- bench: its title -->` and `<!-- end -->`.

/** The page with the tables whose titles it has a place for; the others are left out. */
export function putTables(page: string, tables: Readonly<Record<string, string>>): string {
  return page.replace(
    /(<!-- bench: (.+) -->\n\n)[\s\S]*?(\n\n<!-- end -->)/g,
    (place, begin: string, title: string, end: string) => {
      const table = tables[title]
      return table === undefined ? place : begin + table + end
    },
  )
}
