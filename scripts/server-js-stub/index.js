/** What the Router's constructor makes; src/admin/router.ts puts its own validator in its place. */
exports.MethodCallValidator = class MethodCallValidator {}
exports.MethodNotFoundError = class MethodNotFoundError extends Error {}
