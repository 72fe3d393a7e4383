# Made from the file of the same name in _async by `npm run client:python`: change that, not this file.
