// A name, with marks for the spaces at its ends, which are invisible otherwise.

export function NameText({ name }: { readonly name: string }) {
  const [, before = '', middle = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(name) ?? []
  return (
    <>
      <Spaces text={before} where="begins" />
      {middle}
      <Spaces text={after} where="ends" />
    </>
  )
}

/** The style sheet adds the mark, so that only the name is copied. */
function Spaces({ text, where }: { readonly text: string; readonly where: string }) {
  return [...text].map((space, i) => (
    <span key={i} class="space" title={`The name ${where} with a space.`}>
      {space}
    </span>
  ))
}
