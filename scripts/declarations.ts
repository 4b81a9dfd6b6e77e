/** How `tsup` writes the declarations of a package. `npm test` checks the types, so builds do not. */
export const declarations: { readonly compilerOptions: object } = {
  compilerOptions: { noCheck: true, skipLibCheck: true },
}
