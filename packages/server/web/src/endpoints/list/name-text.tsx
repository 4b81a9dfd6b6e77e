// A name as it is, with marks for spaces at its ends, which nobody would see.

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

/** The mark is of the style sheet: what is copied is the name. */
function Spaces({ text, where }: { readonly text: string; readonly where: string }) {
  return [...text].map((space, i) => (
    <span key={i} class="space" title={`The name ${where} with a space.`}>
      {space}
    </span>
  ))
}
