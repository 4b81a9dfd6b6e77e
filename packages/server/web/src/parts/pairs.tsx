// Names and values in two columns: headers, a query, the fields of a form.

export type Pair = readonly [name: string, value: string]

export function Pairs({ pairs }: { readonly pairs: readonly Pair[] }) {
  return (
    <dl class="pairs">
      {pairs.map(([name, value], i) => (
        <div key={i}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
