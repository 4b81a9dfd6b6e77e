// Tables of docs/performance.md, each between `<!-- bench: its title -->` and `<!-- end -->`.

/** Returns the page with the tables that it has a place for. Other tables are left out. */
export function putTables(page: string, tables: Readonly<Record<string, string>>): string {
  return page.replace(
    /(<!-- bench: (.+) -->\n\n)[\s\S]*?(\n\n<!-- end -->)/g,
    (place, begin: string, title: string, end: string) => {
      const table = tables[title]
      return table === undefined ? place : begin + table + end
    },
  )
}
