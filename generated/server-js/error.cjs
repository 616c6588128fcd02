// @generated from @open-rpc/server-js 1.10.1 (Apache-2.0, https://github.com/open-rpc/server-js) by scripts/generate — do not edit
"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.JSONRPCError = void 0;
class JSONRPCError extends Error {
    constructor(message, code, data) {
        super();
        this.code = code;
        this.message = message;
        this.data = data;
    }
}
exports.JSONRPCError = JSONRPCError;
