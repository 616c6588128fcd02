import { startCopying, startTools } from './copy.js'
import { startSettings } from './reader.js'
import { startMarking, startSearch } from './search.js'
import { startTheme } from './theme.js'
import { startTryIt } from './try-it.js'

startTheme()
startSettings()
startTryIt()
startCopying()
startTools()
startSearch()
startMarking()
// Runs when the document is parsed (style/reference.css).
document.body.classList.add('complete')
