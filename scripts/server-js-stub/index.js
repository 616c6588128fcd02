/** What the Router's constructor makes; NetworkRouter overrides the one method that would ask it. */
exports.MethodCallValidator = class MethodCallValidator {}
exports.MethodNotFoundError = class MethodNotFoundError extends Error {}
