// The files of a LevelDB folder, read without LevelDB, which neither notices every damage nor
// survives every one.
export { type Contents, type Damage, type LevelFolder, readContents } from './level-files/folder.ts'
export { rescueEndpoints } from './level-files/rescue.ts'
export { damagesOfTable } from './level-files/table.ts'
