// @generated from openrpc.json by scripts/generate — do not edit
// @ts-nocheck: the functions below are plain JavaScript, written by Ajv; the exports at the end have types.

const eth_chainId_params = validate10;

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 0){
validate10.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 0}}];
return false;
}
else {
if(data.length < 0){
validate10.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 0}}];
return false;
}
}
}
else {
validate10.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate10.errors = vErrors;
return errors === 0;
}

const eth_chainId_result = validate11;
const pattern0 = new RegExp("^0x[0-9a-fA-F]+$", "u");

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(errors === _errs0){
if(typeof data === "string"){
if(!pattern0.test(data)){
validate11.errors = [{instancePath,schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate11.errors = [{instancePath,schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
validate11.errors = vErrors;
return errors === 0;
}

const eth_blockNumber_params = validate13;

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 0){
validate13.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 0}}];
return false;
}
else {
if(data.length < 0){
validate13.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 0}}];
return false;
}
}
}
else {
validate13.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate13.errors = vErrors;
return errors === 0;
}

const eth_blockNumber_result = validate14;

function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(errors === _errs0){
if(typeof data === "string"){
if(!pattern0.test(data)){
validate14.errors = [{instancePath,schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate14.errors = [{instancePath,schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
validate14.errors = vErrors;
return errors === 0;
}

const eth_getStorageAt_params = validate15;
const pattern2 = new RegExp("^0x[0-9a-fA-F]{40}$", "u");
const pattern3 = new RegExp("^0x[0-9a-fA-F]{1,64}$", "u");
const pattern4 = new RegExp("^(?:latest|earliest|pending|safe|finalized|0x[0-9a-fA-F]{1,16})$", "u");
const pattern5 = new RegExp("^0x[0-9a-fA-F]{64}$", "u");
const pattern6 = new RegExp("^(?:blockNumber|blockHash|(?!(?:[bB][lL][oO][cC][kK\\u212a][nN][uU][mM][bB][eE][rR]|[bB][lL][oO][cC][kK\\u212a][hH][aA][sS\\u017f][hH])$)[\\s\\S]*)$", "u");

function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.blockNumber === undefined) && (missing0 = "blockNumber")){
validate17.errors = [{instancePath,schemaPath:"#/components/schemas/BlockByNumber/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
for(const key0 in data){
const _errs1 = errors;
if(typeof key0 === "string"){
if(!pattern6.test(key0)){
const err0 = {instancePath,schemaPath:"#/components/schemas/BlockByNumber/propertyNames/pattern",keyword:"pattern",params:{pattern: "^(?:blockNumber|blockHash|(?!(?:[bB][lL][oO][cC][kK\\u212a][nN][uU][mM][bB][eE][rR]|[bB][lL][oO][cC][kK\\u212a][hH][aA][sS\\u017f][hH])$)[\\s\\S]*)$"},propertyName:key0};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
const err1 = {instancePath,schemaPath:"#/components/schemas/BlockByNumber/propertyNames",keyword:"propertyNames",params:{propertyName: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate17.errors = vErrors;
return false;
break;
}
}
if(valid0){
if(data.blockNumber !== undefined){
let data0 = data.blockNumber;
const _errs2 = errors;
const _errs3 = errors;
if(errors === _errs3){
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
validate17.errors = [{instancePath:instancePath+"/blockNumber",schemaPath:"#/components/schemas/BlockNumberOrTag/pattern",keyword:"pattern",params:{pattern: "^(?:latest|earliest|pending|safe|finalized|0x[0-9a-fA-F]{1,16})$"}}];
return false;
}
}
else {
validate17.errors = [{instancePath:instancePath+"/blockNumber",schemaPath:"#/components/schemas/BlockNumberOrTag/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs2 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.blockHash !== undefined){
var valid1 = false;
validate17.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/components/schemas/BlockByNumber/properties/blockHash/false schema",keyword:"false schema",params:{}}];
return false;
}
else {
var valid1 = true;
}
}
}
}
}
else {
validate17.errors = [{instancePath,schemaPath:"#/components/schemas/BlockByNumber/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate17.errors = vErrors;
return errors === 0;
}

const pattern8 = new RegExp("^(?:blockHash|requireCanonical|blockNumber|(?!(?:[bB][lL][oO][cC][kK\\u212a][hH][aA][sS\\u017f][hH]|[rR][eE][qQ][uU][iI][rR][eE][cC][aA][nN][oO][nN][iI][cC][aA][lL]|[bB][lL][oO][cC][kK\\u212a][nN][uU][mM][bB][eE][rR])$)[\\s\\S]*)$", "u");

function validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.blockHash === undefined) && (missing0 = "blockHash")){
validate19.errors = [{instancePath,schemaPath:"#/components/schemas/BlockByHash/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
for(const key0 in data){
const _errs1 = errors;
if(typeof key0 === "string"){
if(!pattern8.test(key0)){
const err0 = {instancePath,schemaPath:"#/components/schemas/BlockByHash/propertyNames/pattern",keyword:"pattern",params:{pattern: "^(?:blockHash|requireCanonical|blockNumber|(?!(?:[bB][lL][oO][cC][kK\\u212a][hH][aA][sS\\u017f][hH]|[rR][eE][qQ][uU][iI][rR][eE][cC][aA][nN][oO][nN][iI][cC][aA][lL]|[bB][lL][oO][cC][kK\\u212a][nN][uU][mM][bB][eE][rR])$)[\\s\\S]*)$"},propertyName:key0};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
const err1 = {instancePath,schemaPath:"#/components/schemas/BlockByHash/propertyNames",keyword:"propertyNames",params:{propertyName: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate19.errors = vErrors;
return false;
break;
}
}
if(valid0){
if(data.blockHash !== undefined){
let data0 = data.blockHash;
const _errs2 = errors;
const _errs3 = errors;
if(errors === _errs3){
if(typeof data0 === "string"){
if(!pattern5.test(data0)){
validate19.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate19.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs2 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.requireCanonical !== undefined){
const _errs5 = errors;
if(typeof data.requireCanonical !== "boolean"){
validate19.errors = [{instancePath:instancePath+"/requireCanonical",schemaPath:"#/components/schemas/BlockByHash/properties/requireCanonical/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.blockNumber !== undefined){
var valid1 = false;
validate19.errors = [{instancePath:instancePath+"/blockNumber",schemaPath:"#/components/schemas/BlockByHash/properties/blockNumber/false schema",keyword:"false schema",params:{}}];
return false;
}
else {
var valid1 = true;
}
}
}
}
}
}
else {
validate19.errors = [{instancePath,schemaPath:"#/components/schemas/BlockByHash/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate19.errors = vErrors;
return errors === 0;
}


function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data === "string"){
if(!pattern4.test(data)){
const err0 = {instancePath,schemaPath:"#/components/schemas/BlockNumberOrTag/pattern",keyword:"pattern",params:{pattern: "^(?:latest|earliest|pending|safe|finalized|0x[0-9a-fA-F]{1,16})$"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/components/schemas/BlockNumberOrTag/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs4 = errors;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data === "string"){
if(!pattern5.test(data)){
const err2 = {instancePath,schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath,schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid0 = _errs4 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs7 = errors;
if(!(validate17(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate17.errors : vErrors.concat(validate17.errors);
errors = vErrors.length;
}
var _valid0 = _errs7 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs8 = errors;
if(!(validate19(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate19.errors : vErrors.concat(validate19.errors);
errors = vErrors.length;
}
var _valid0 = _errs8 === errors;
valid0 = valid0 || _valid0;
}
}
}
if(!valid0){
const err4 = {instancePath,schemaPath:"#/components/schemas/BlockParameter/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate16.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate16.errors = vErrors;
return errors === 0;
}


function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 3){
validate15.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 3}}];
return false;
}
else {
if(data.length < 2){
validate15.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 2}}];
return false;
}
else {
const len0 = data.length;
if(!(len0 <= 3)){
validate15.errors = [{instancePath,schemaPath:"#/additionalItems",keyword:"additionalItems",params:{limit: 3}}];
return false;
}
else {
const len1 = data.length;
if(len1 > 0){
let data0 = data[0];
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern2.test(data0)){
validate15.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/EvmAddress/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{40}$"}}];
return false;
}
}
else {
validate15.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/EvmAddress/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs1 === errors;
}
if(valid0){
if(len1 > 1){
let data1 = data[1];
const _errs4 = errors;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data1 === "string"){
if(!pattern3.test(data1)){
validate15.errors = [{instancePath:instancePath+"/1",schemaPath:"#/components/schemas/StoragePosition/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{1,64}$"}}];
return false;
}
}
else {
validate15.errors = [{instancePath:instancePath+"/1",schemaPath:"#/components/schemas/StoragePosition/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
if(valid0){
if(len1 > 2){
let data2 = data[2];
const _errs7 = errors;
if(data2 !== null){
if(!(validate16(data2, {instancePath:instancePath+"/2",parentData:data,parentDataProperty:2,rootData}))){
vErrors = vErrors === null ? validate16.errors : vErrors.concat(validate16.errors);
errors = vErrors.length;
}
}
var valid0 = _errs7 === errors;
}
}
}
}
}
}
}
else {
validate15.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate15.errors = vErrors;
return errors === 0;
}

const eth_getStorageAt_result = validate22;
const pattern10 = new RegExp("^0x[0-9a-fA-F]{0,64}$", "u");

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(errors === _errs0){
if(typeof data === "string"){
if(!pattern10.test(data)){
validate22.errors = [{instancePath,schemaPath:"#/components/schemas/StorageValue/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{0,64}$"}}];
return false;
}
}
else {
validate22.errors = [{instancePath,schemaPath:"#/components/schemas/StorageValue/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
validate22.errors = vErrors;
return errors === 0;
}

const eth_getLogs_params = validate23;
const pattern11 = new RegExp("^(?:address|fromBlock|toBlock|topics|blockHash|(?!(?:[aA][dD][dD][rR][eE][sS\\u017f][sS\\u017f]|[fF][rR][oO][mM][bB][lL][oO][cC][kK\\u212a]|[tT][oO][bB][lL][oO][cC][kK\\u212a]|[tT][oO][pP][iI][cC][sS\\u017f]|[bB][lL][oO][cC][kK\\u212a][hH][aA][sS\\u017f][hH])$)[\\s\\S]*)$", "u");

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data === "string"){
if(!pattern2.test(data)){
const err0 = {instancePath,schemaPath:"#/components/schemas/EvmAddress/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{40}$"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/components/schemas/EvmAddress/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data)){
var valid2 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs6 = errors;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data0 === "string"){
if(!pattern2.test(data0)){
const err2 = {instancePath:instancePath+"/" + i0,schemaPath:"#/components/schemas/EvmAddress/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{40}$"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/" + i0,schemaPath:"#/components/schemas/EvmAddress/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var valid2 = _errs6 === errors;
if(!valid2){
break;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/components/schemas/AddressFilter/anyOf/1/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var _valid0 = _errs4 === errors;
valid0 = valid0 || _valid0;
}
if(!valid0){
const err5 = {instancePath,schemaPath:"#/components/schemas/AddressFilter/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
validate25.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate25.errors = vErrors;
return errors === 0;
}


function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(data !== null){
const err0 = {instancePath,schemaPath:"#/components/schemas/TopicFilter/anyOf/0/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs3 = errors;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data === "string"){
if(!pattern5.test(data)){
const err1 = {instancePath,schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs6 = errors;
if(errors === _errs6){
if(Array.isArray(data)){
var valid2 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs8 = errors;
if(data0 !== null){
const _errs10 = errors;
if(errors === _errs10){
if(typeof data0 === "string"){
if(!pattern5.test(data0)){
const err3 = {instancePath:instancePath+"/" + i0,schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/" + i0,schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
var valid2 = _errs8 === errors;
if(!valid2){
break;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/components/schemas/TopicFilter/anyOf/2/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
var _valid0 = _errs6 === errors;
valid0 = valid0 || _valid0;
}
}
if(!valid0){
const err6 = {instancePath,schemaPath:"#/components/schemas/TopicFilter/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
validate27.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate27.errors = vErrors;
return errors === 0;
}


function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
const _errs1 = errors;
if(typeof key0 === "string"){
if(!pattern11.test(key0)){
const err0 = {instancePath,schemaPath:"#/components/schemas/LogFilter/propertyNames/pattern",keyword:"pattern",params:{pattern: "^(?:address|fromBlock|toBlock|topics|blockHash|(?!(?:[aA][dD][dD][rR][eE][sS\\u017f][sS\\u017f]|[fF][rR][oO][mM][bB][lL][oO][cC][kK\\u212a]|[tT][oO][bB][lL][oO][cC][kK\\u212a]|[tT][oO][pP][iI][cC][sS\\u017f]|[bB][lL][oO][cC][kK\\u212a][hH][aA][sS\\u017f][hH])$)[\\s\\S]*)$"},propertyName:key0};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
const err1 = {instancePath,schemaPath:"#/components/schemas/LogFilter/propertyNames",keyword:"propertyNames",params:{propertyName: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate24.errors = vErrors;
return false;
break;
}
}
if(valid0){
if(data.address !== undefined){
let data0 = data.address;
const _errs2 = errors;
if(data0 !== null){
if(!(validate25(data0, {instancePath:instancePath+"/address",parentData:data,parentDataProperty:"address",rootData}))){
vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
errors = vErrors.length;
}
}
var valid1 = _errs2 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.fromBlock !== undefined){
let data1 = data.fromBlock;
const _errs4 = errors;
if(data1 !== null){
const _errs6 = errors;
if(errors === _errs6){
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
validate24.errors = [{instancePath:instancePath+"/fromBlock",schemaPath:"#/components/schemas/BlockNumberOrTag/pattern",keyword:"pattern",params:{pattern: "^(?:latest|earliest|pending|safe|finalized|0x[0-9a-fA-F]{1,16})$"}}];
return false;
}
}
else {
validate24.errors = [{instancePath:instancePath+"/fromBlock",schemaPath:"#/components/schemas/BlockNumberOrTag/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.toBlock !== undefined){
let data2 = data.toBlock;
const _errs8 = errors;
if(data2 !== null){
const _errs10 = errors;
if(errors === _errs10){
if(typeof data2 === "string"){
if(!pattern4.test(data2)){
validate24.errors = [{instancePath:instancePath+"/toBlock",schemaPath:"#/components/schemas/BlockNumberOrTag/pattern",keyword:"pattern",params:{pattern: "^(?:latest|earliest|pending|safe|finalized|0x[0-9a-fA-F]{1,16})$"}}];
return false;
}
}
else {
validate24.errors = [{instancePath:instancePath+"/toBlock",schemaPath:"#/components/schemas/BlockNumberOrTag/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.topics !== undefined){
let data3 = data.topics;
const _errs12 = errors;
if(data3 !== null){
const _errs13 = errors;
if(errors === _errs13){
if(Array.isArray(data3)){
if(data3.length > 4){
validate24.errors = [{instancePath:instancePath+"/topics",schemaPath:"#/components/schemas/LogFilter/properties/topics/unlessNull/maxItems",keyword:"maxItems",params:{limit: 4}}];
return false;
}
else {
var valid8 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
const _errs15 = errors;
if(!(validate27(data3[i0], {instancePath:instancePath+"/topics/" + i0,parentData:data3,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
var valid8 = _errs15 === errors;
if(!valid8){
break;
}
}
}
}
else {
validate24.errors = [{instancePath:instancePath+"/topics",schemaPath:"#/components/schemas/LogFilter/properties/topics/unlessNull/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.blockHash !== undefined){
let data5 = data.blockHash;
const _errs16 = errors;
if(data5 !== null){
const _errs18 = errors;
if(errors === _errs18){
if(typeof data5 === "string"){
if(!pattern5.test(data5)){
validate24.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate24.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid1 = _errs16 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
else {
validate24.errors = [{instancePath,schemaPath:"#/components/schemas/LogFilter/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate24.errors = vErrors;
return errors === 0;
}


function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 1){
validate23.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 1}}];
return false;
}
else {
if(data.length < 1){
validate23.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1}}];
return false;
}
else {
const len0 = data.length;
if(!(len0 <= 1)){
validate23.errors = [{instancePath,schemaPath:"#/additionalItems",keyword:"additionalItems",params:{limit: 1}}];
return false;
}
else {
const len1 = data.length;
if(len1 > 0){
if(!(validate24(data[0], {instancePath:instancePath+"/0",parentData:data,parentDataProperty:0,rootData}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
}
}
}
}
}
else {
validate23.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate23.errors = vErrors;
return errors === 0;
}

const eth_getLogs_result = validate30;
const pattern25 = new RegExp("^0x(?:[0-9a-fA-F]{2})*$", "u");

function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((data.address === undefined) && (missing0 = "address")) || ((data.topics === undefined) && (missing0 = "topics"))) || ((data.data === undefined) && (missing0 = "data"))) || ((data.blockHash === undefined) && (missing0 = "blockHash"))) || ((data.blockNumber === undefined) && (missing0 = "blockNumber"))) || ((data.transactionHash === undefined) && (missing0 = "transactionHash"))) || ((data.transactionIndex === undefined) && (missing0 = "transactionIndex"))) || ((data.logIndex === undefined) && (missing0 = "logIndex"))) || ((data.removed === undefined) && (missing0 = "removed"))){
validate32.errors = [{instancePath,schemaPath:"#/components/schemas/Log/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.removed !== undefined){
const _errs1 = errors;
if(typeof data.removed !== "boolean"){
validate32.errors = [{instancePath:instancePath+"/removed",schemaPath:"#/components/schemas/Log/properties/removed/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.logIndex !== undefined){
let data1 = data.logIndex;
const _errs3 = errors;
if(data1 !== null){
const _errs5 = errors;
if(errors === _errs5){
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
validate32.errors = [{instancePath:instancePath+"/logIndex",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate32.errors = [{instancePath:instancePath+"/logIndex",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.transactionIndex !== undefined){
let data2 = data.transactionIndex;
const _errs7 = errors;
if(data2 !== null){
const _errs9 = errors;
if(errors === _errs9){
if(typeof data2 === "string"){
if(!pattern0.test(data2)){
validate32.errors = [{instancePath:instancePath+"/transactionIndex",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate32.errors = [{instancePath:instancePath+"/transactionIndex",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.transactionHash !== undefined){
let data3 = data.transactionHash;
const _errs11 = errors;
if(data3 !== null){
const _errs13 = errors;
if(errors === _errs13){
if(typeof data3 === "string"){
if(!pattern5.test(data3)){
validate32.errors = [{instancePath:instancePath+"/transactionHash",schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate32.errors = [{instancePath:instancePath+"/transactionHash",schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockHash !== undefined){
let data4 = data.blockHash;
const _errs15 = errors;
if(data4 !== null){
const _errs17 = errors;
if(errors === _errs17){
if(typeof data4 === "string"){
if(!pattern5.test(data4)){
validate32.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate32.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockNumber !== undefined){
let data5 = data.blockNumber;
const _errs19 = errors;
if(data5 !== null){
const _errs21 = errors;
if(errors === _errs21){
if(typeof data5 === "string"){
if(!pattern0.test(data5)){
validate32.errors = [{instancePath:instancePath+"/blockNumber",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate32.errors = [{instancePath:instancePath+"/blockNumber",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.address !== undefined){
let data6 = data.address;
const _errs23 = errors;
const _errs24 = errors;
if(errors === _errs24){
if(typeof data6 === "string"){
if(!pattern2.test(data6)){
validate32.errors = [{instancePath:instancePath+"/address",schemaPath:"#/components/schemas/EvmAddress/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{40}$"}}];
return false;
}
}
else {
validate32.errors = [{instancePath:instancePath+"/address",schemaPath:"#/components/schemas/EvmAddress/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data7 = data.data;
const _errs26 = errors;
const _errs27 = errors;
if(errors === _errs27){
if(typeof data7 === "string"){
if(!pattern25.test(data7)){
validate32.errors = [{instancePath:instancePath+"/data",schemaPath:"#/components/schemas/HexData/pattern",keyword:"pattern",params:{pattern: "^0x(?:[0-9a-fA-F]{2})*$"}}];
return false;
}
}
else {
validate32.errors = [{instancePath:instancePath+"/data",schemaPath:"#/components/schemas/HexData/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.topics !== undefined){
let data8 = data.topics;
const _errs29 = errors;
if(errors === _errs29){
if(Array.isArray(data8)){
if(data8.length > 4){
validate32.errors = [{instancePath:instancePath+"/topics",schemaPath:"#/components/schemas/Log/properties/topics/maxItems",keyword:"maxItems",params:{limit: 4}}];
return false;
}
else {
var valid13 = true;
const len0 = data8.length;
for(let i0=0; i0<len0; i0++){
let data9 = data8[i0];
const _errs31 = errors;
const _errs32 = errors;
if(errors === _errs32){
if(typeof data9 === "string"){
if(!pattern5.test(data9)){
validate32.errors = [{instancePath:instancePath+"/topics/" + i0,schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate32.errors = [{instancePath:instancePath+"/topics/" + i0,schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid13 = _errs31 === errors;
if(!valid13){
break;
}
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/topics",schemaPath:"#/components/schemas/Log/properties/topics/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs29 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate32.errors = [{instancePath,schemaPath:"#/components/schemas/Log/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate32.errors = vErrors;
return errors === 0;
}


function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(!(validate32(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate31.errors = [{instancePath,schemaPath:"#/components/schemas/Logs/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate31.errors = vErrors;
return errors === 0;
}


function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(validate31(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
validate30.errors = vErrors;
return errors === 0;
}

const eth_getTransactionReceipt_params = validate35;

function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 1){
validate35.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 1}}];
return false;
}
else {
if(data.length < 1){
validate35.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1}}];
return false;
}
else {
const len0 = data.length;
if(!(len0 <= 1)){
validate35.errors = [{instancePath,schemaPath:"#/additionalItems",keyword:"additionalItems",params:{limit: 1}}];
return false;
}
else {
const len1 = data.length;
if(len1 > 0){
let data0 = data[0];
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern5.test(data0)){
validate35.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate35.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
}
}
else {
validate35.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate35.errors = vErrors;
return errors === 0;
}

const eth_getTransactionReceipt_result = validate36;
const pattern35 = new RegExp("^0x[0-9a-fA-F]{512}$", "u");

function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(!(validate32(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate40.errors = [{instancePath,schemaPath:"#/components/schemas/Logs/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate40.errors = vErrors;
return errors === 0;
}


function validate39(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((((((data.blockHash === undefined) && (missing0 = "blockHash")) || ((data.blockNumber === undefined) && (missing0 = "blockNumber"))) || ((data.contractAddress === undefined) && (missing0 = "contractAddress"))) || ((data.cumulativeGasUsed === undefined) && (missing0 = "cumulativeGasUsed"))) || ((data.effectiveGasPrice === undefined) && (missing0 = "effectiveGasPrice"))) || ((data.from === undefined) && (missing0 = "from"))) || ((data.gasUsed === undefined) && (missing0 = "gasUsed"))) || ((data.logs === undefined) && (missing0 = "logs"))) || ((data.logsBloom === undefined) && (missing0 = "logsBloom"))) || ((data.to === undefined) && (missing0 = "to"))) || ((data.transactionHash === undefined) && (missing0 = "transactionHash"))) || ((data.transactionIndex === undefined) && (missing0 = "transactionIndex"))) || ((data.type === undefined) && (missing0 = "type"))){
validate39.errors = [{instancePath,schemaPath:"#/components/schemas/ReceiptFields/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.blockHash !== undefined){
let data0 = data.blockHash;
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern5.test(data0)){
validate39.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate39.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockNumber !== undefined){
let data1 = data.blockNumber;
const _errs4 = errors;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
validate39.errors = [{instancePath:instancePath+"/blockNumber",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate39.errors = [{instancePath:instancePath+"/blockNumber",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.contractAddress !== undefined){
let data2 = data.contractAddress;
const _errs7 = errors;
if(data2 !== null){
const _errs9 = errors;
if(errors === _errs9){
if(typeof data2 === "string"){
if(!pattern2.test(data2)){
validate39.errors = [{instancePath:instancePath+"/contractAddress",schemaPath:"#/components/schemas/EvmAddress/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{40}$"}}];
return false;
}
}
else {
validate39.errors = [{instancePath:instancePath+"/contractAddress",schemaPath:"#/components/schemas/EvmAddress/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cumulativeGasUsed !== undefined){
let data3 = data.cumulativeGasUsed;
const _errs11 = errors;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
validate39.errors = [{instancePath:instancePath+"/cumulativeGasUsed",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate39.errors = [{instancePath:instancePath+"/cumulativeGasUsed",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.effectiveGasPrice !== undefined){
let data4 = data.effectiveGasPrice;
const _errs14 = errors;
const _errs15 = errors;
if(errors === _errs15){
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
validate39.errors = [{instancePath:instancePath+"/effectiveGasPrice",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate39.errors = [{instancePath:instancePath+"/effectiveGasPrice",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.from !== undefined){
let data5 = data.from;
const _errs17 = errors;
const _errs18 = errors;
if(errors === _errs18){
if(typeof data5 === "string"){
if(!pattern2.test(data5)){
validate39.errors = [{instancePath:instancePath+"/from",schemaPath:"#/components/schemas/EvmAddress/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{40}$"}}];
return false;
}
}
else {
validate39.errors = [{instancePath:instancePath+"/from",schemaPath:"#/components/schemas/EvmAddress/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.gasUsed !== undefined){
let data6 = data.gasUsed;
const _errs20 = errors;
const _errs21 = errors;
if(errors === _errs21){
if(typeof data6 === "string"){
if(!pattern0.test(data6)){
validate39.errors = [{instancePath:instancePath+"/gasUsed",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate39.errors = [{instancePath:instancePath+"/gasUsed",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.logs !== undefined){
const _errs23 = errors;
if(!(validate40(data.logs, {instancePath:instancePath+"/logs",parentData:data,parentDataProperty:"logs",rootData}))){
vErrors = vErrors === null ? validate40.errors : vErrors.concat(validate40.errors);
errors = vErrors.length;
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.logsBloom !== undefined){
let data8 = data.logsBloom;
const _errs24 = errors;
const _errs25 = errors;
if(errors === _errs25){
if(typeof data8 === "string"){
if(!pattern35.test(data8)){
validate39.errors = [{instancePath:instancePath+"/logsBloom",schemaPath:"#/components/schemas/LogsBloom/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{512}$"}}];
return false;
}
}
else {
validate39.errors = [{instancePath:instancePath+"/logsBloom",schemaPath:"#/components/schemas/LogsBloom/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.to !== undefined){
let data9 = data.to;
const _errs27 = errors;
if(data9 !== null){
const _errs29 = errors;
if(errors === _errs29){
if(typeof data9 === "string"){
if(!pattern2.test(data9)){
validate39.errors = [{instancePath:instancePath+"/to",schemaPath:"#/components/schemas/EvmAddress/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{40}$"}}];
return false;
}
}
else {
validate39.errors = [{instancePath:instancePath+"/to",schemaPath:"#/components/schemas/EvmAddress/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs27 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.transactionHash !== undefined){
let data10 = data.transactionHash;
const _errs31 = errors;
const _errs32 = errors;
if(errors === _errs32){
if(typeof data10 === "string"){
if(!pattern5.test(data10)){
validate39.errors = [{instancePath:instancePath+"/transactionHash",schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate39.errors = [{instancePath:instancePath+"/transactionHash",schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs31 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.transactionIndex !== undefined){
let data11 = data.transactionIndex;
const _errs34 = errors;
const _errs35 = errors;
if(errors === _errs35){
if(typeof data11 === "string"){
if(!pattern0.test(data11)){
validate39.errors = [{instancePath:instancePath+"/transactionIndex",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate39.errors = [{instancePath:instancePath+"/transactionIndex",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs34 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.type !== undefined){
let data12 = data.type;
const _errs37 = errors;
const _errs38 = errors;
if(errors === _errs38){
if(typeof data12 === "string"){
if(!pattern0.test(data12)){
validate39.errors = [{instancePath:instancePath+"/type",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate39.errors = [{instancePath:instancePath+"/type",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs37 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate39.errors = [{instancePath,schemaPath:"#/components/schemas/ReceiptFields/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate39.errors = vErrors;
return errors === 0;
}


function validate44(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.root === undefined) && (missing0 = "root")){
validate44.errors = [{instancePath,schemaPath:"#/components/schemas/RootOutcome/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.root !== undefined){
let data0 = data.root;
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern5.test(data0)){
validate44.errors = [{instancePath:instancePath+"/root",schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate44.errors = [{instancePath:instancePath+"/root",schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
var valid0 = false;
validate44.errors = [{instancePath:instancePath+"/status",schemaPath:"#/components/schemas/RootOutcome/properties/status/false schema",keyword:"false schema",params:{}}];
return false;
}
else {
var valid0 = true;
}
}
}
}
else {
validate44.errors = [{instancePath,schemaPath:"#/components/schemas/RootOutcome/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate44.errors = vErrors;
return errors === 0;
}


function validate46(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.status === undefined) && (missing0 = "status")){
validate46.errors = [{instancePath,schemaPath:"#/components/schemas/StatusOutcome/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.status !== undefined){
let data0 = data.status;
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
validate46.errors = [{instancePath:instancePath+"/status",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate46.errors = [{instancePath:instancePath+"/status",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.root !== undefined){
var valid0 = false;
validate46.errors = [{instancePath:instancePath+"/root",schemaPath:"#/components/schemas/StatusOutcome/properties/root/false schema",keyword:"false schema",params:{}}];
return false;
}
else {
var valid0 = true;
}
}
}
}
else {
validate46.errors = [{instancePath,schemaPath:"#/components/schemas/StatusOutcome/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate46.errors = vErrors;
return errors === 0;
}


function validate38(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(!(validate39(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate39.errors : vErrors.concat(validate39.errors);
errors = vErrors.length;
}
var valid0 = _errs0 === errors;
if(valid0){
const _errs1 = errors;
const _errs2 = errors;
let valid1 = false;
let passing0 = null;
const _errs3 = errors;
if(!(validate44(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate44.errors : vErrors.concat(validate44.errors);
errors = vErrors.length;
}
var _valid0 = _errs3 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs4 = errors;
if(!(validate46(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate46.errors : vErrors.concat(validate46.errors);
errors = vErrors.length;
}
var _valid0 = _errs4 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
}
if(!valid1){
const err0 = {instancePath,schemaPath:"#/components/schemas/Receipt/allOf/1/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
validate38.errors = vErrors;
return false;
}
else {
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs1 === errors;
}
validate38.errors = vErrors;
return errors === 0;
}


function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data !== null){
if(!(validate38(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate38.errors : vErrors.concat(validate38.errors);
errors = vErrors.length;
}
}
validate37.errors = vErrors;
return errors === 0;
}


function validate36(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(validate37(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate37.errors : vErrors.concat(validate37.errors);
errors = vErrors.length;
}
validate36.errors = vErrors;
return errors === 0;
}

const getTokenAccountsByOwner_params = validate50;
const pattern42 = new RegExp("^[1-9A-HJ-NP-Za-km-z]{32,44}$", "u");

function validate51(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 1){
validate51.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountsFilter/maxProperties",keyword:"maxProperties",params:{limit: 1}}];
return false;
}
else {
if(Object.keys(data).length < 1){
validate51.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountsFilter/minProperties",keyword:"minProperties",params:{limit: 1}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "mint") || (key0 === "programId"))){
validate51.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountsFilter/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.mint !== undefined){
let data0 = data.mint;
const _errs2 = errors;
const _errs3 = errors;
if(errors === _errs3){
if(typeof data0 === "string"){
if(!pattern42.test(data0)){
validate51.errors = [{instancePath:instancePath+"/mint",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate51.errors = [{instancePath:instancePath+"/mint",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.programId !== undefined){
let data1 = data.programId;
const _errs5 = errors;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data1 === "string"){
if(!pattern42.test(data1)){
validate51.errors = [{instancePath:instancePath+"/programId",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate51.errors = [{instancePath:instancePath+"/programId",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate51.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountsFilter/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate51.errors = vErrors;
return errors === 0;
}

const schema80 = {"type":"object","properties":{"commitment":{"unlessNull":{"$ref":"#/components/schemas/Commitment"}},"encoding":{"unlessNull":{"$ref":"#/components/schemas/AccountEncoding"}},"dataSlice":{"unlessNull":{"$ref":"#/components/schemas/DataSlice"}},"minContextSlot":{"unlessNull":{"$ref":"#/components/schemas/MinContextSlot"}}},"dependencies":{"dataSlice":{"properties":{"encoding":{"enum":["base58","base64","base64+zstd",null]}}}}};
const schema81 = {"type":"string","enum":["finalized","confirmed","processed"]};
const schema82 = {"type":"string","enum":["base58","base64","base64+zstd","jsonParsed"]};

function validate53(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.dataSlice !== undefined){
const _errs1 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.encoding !== undefined){
let data0 = data.encoding;
if(!((((data0 === "base58") || (data0 === "base64")) || (data0 === "base64+zstd")) || (data0 === null))){
validate53.errors = [{instancePath:instancePath+"/encoding",schemaPath:"#/components/schemas/TokenAccountsConfig/dependencies/dataSlice/properties/encoding/enum",keyword:"enum",params:{allowedValues: schema80.dependencies.dataSlice.properties.encoding.enum}}];
return false;
}
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.commitment !== undefined){
let data1 = data.commitment;
const _errs3 = errors;
if(data1 !== null){
if(typeof data1 !== "string"){
validate53.errors = [{instancePath:instancePath+"/commitment",schemaPath:"#/components/schemas/Commitment/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((data1 === "finalized") || (data1 === "confirmed")) || (data1 === "processed"))){
validate53.errors = [{instancePath:instancePath+"/commitment",schemaPath:"#/components/schemas/Commitment/enum",keyword:"enum",params:{allowedValues: schema81.enum}}];
return false;
}
}
var valid2 = _errs3 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.encoding !== undefined){
let data2 = data.encoding;
const _errs7 = errors;
if(data2 !== null){
if(typeof data2 !== "string"){
validate53.errors = [{instancePath:instancePath+"/encoding",schemaPath:"#/components/schemas/AccountEncoding/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((((data2 === "base58") || (data2 === "base64")) || (data2 === "base64+zstd")) || (data2 === "jsonParsed"))){
validate53.errors = [{instancePath:instancePath+"/encoding",schemaPath:"#/components/schemas/AccountEncoding/enum",keyword:"enum",params:{allowedValues: schema82.enum}}];
return false;
}
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.dataSlice !== undefined){
let data3 = data.dataSlice;
const _errs11 = errors;
if(data3 !== null){
const _errs13 = errors;
if(errors === _errs13){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing0;
if(((data3.offset === undefined) && (missing0 = "offset")) || ((data3.length === undefined) && (missing0 = "length"))){
validate53.errors = [{instancePath:instancePath+"/dataSlice",schemaPath:"#/components/schemas/DataSlice/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data3.offset !== undefined){
let data4 = data3.offset;
const _errs15 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate53.errors = [{instancePath:instancePath+"/dataSlice/offset",schemaPath:"#/components/schemas/DataSlice/properties/offset/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs15){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 0 || isNaN(data4)){
validate53.errors = [{instancePath:instancePath+"/dataSlice/offset",schemaPath:"#/components/schemas/DataSlice/properties/offset/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid9 = _errs15 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data3.length !== undefined){
let data5 = data3.length;
const _errs17 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate53.errors = [{instancePath:instancePath+"/dataSlice/length",schemaPath:"#/components/schemas/DataSlice/properties/length/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs17){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 < 0 || isNaN(data5)){
validate53.errors = [{instancePath:instancePath+"/dataSlice/length",schemaPath:"#/components/schemas/DataSlice/properties/length/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid9 = _errs17 === errors;
}
else {
var valid9 = true;
}
}
}
}
else {
validate53.errors = [{instancePath:instancePath+"/dataSlice",schemaPath:"#/components/schemas/DataSlice/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.minContextSlot !== undefined){
let data6 = data.minContextSlot;
const _errs19 = errors;
if(data6 !== null){
const _errs21 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate53.errors = [{instancePath:instancePath+"/minContextSlot",schemaPath:"#/components/schemas/MinContextSlot/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs21){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < 0 || isNaN(data6)){
validate53.errors = [{instancePath:instancePath+"/minContextSlot",schemaPath:"#/components/schemas/MinContextSlot/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid2 = _errs19 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
else {
validate53.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountsConfig/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate53.errors = vErrors;
return errors === 0;
}


function validate50(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 3){
validate50.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 3}}];
return false;
}
else {
if(data.length < 2){
validate50.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 2}}];
return false;
}
else {
const len0 = data.length;
if(!(len0 <= 3)){
validate50.errors = [{instancePath,schemaPath:"#/additionalItems",keyword:"additionalItems",params:{limit: 3}}];
return false;
}
else {
const len1 = data.length;
if(len1 > 0){
let data0 = data[0];
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern42.test(data0)){
validate50.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate50.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs1 === errors;
}
if(valid0){
if(len1 > 1){
const _errs4 = errors;
if(!(validate51(data[1], {instancePath:instancePath+"/1",parentData:data,parentDataProperty:1,rootData}))){
vErrors = vErrors === null ? validate51.errors : vErrors.concat(validate51.errors);
errors = vErrors.length;
}
var valid0 = _errs4 === errors;
}
if(valid0){
if(len1 > 2){
let data2 = data[2];
const _errs5 = errors;
if(data2 !== null){
if(!(validate53(data2, {instancePath:instancePath+"/2",parentData:data,parentDataProperty:2,rootData}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
}
var valid0 = _errs5 === errors;
}
}
}
}
}
}
}
else {
validate50.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate50.errors = vErrors;
return errors === 0;
}

const getTokenAccountsByOwner_result = validate55;
const schema98 = {"type":"array","minItems":2,"maxItems":2,"items":[{"type":"string"},{"type":"string","enum":["base58","base64","base64+zstd"]}]};
const pattern48 = new RegExp("^(?:0|[1-9][0-9]{0,19})$", "u");
const pattern49 = new RegExp("^[0-9]+(?:\\.[0-9]+)?$", "u");

function validate61(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.amount === undefined) && (missing0 = "amount")) || ((data.decimals === undefined) && (missing0 = "decimals"))) || ((data.uiAmount === undefined) && (missing0 = "uiAmount"))) || ((data.uiAmountString === undefined) && (missing0 = "uiAmountString"))){
validate61.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAmount/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.amount !== undefined){
let data0 = data.amount;
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern48.test(data0)){
validate61.errors = [{instancePath:instancePath+"/amount",schemaPath:"#/components/schemas/RawAmount/pattern",keyword:"pattern",params:{pattern: "^(?:0|[1-9][0-9]{0,19})$"}}];
return false;
}
}
else {
validate61.errors = [{instancePath:instancePath+"/amount",schemaPath:"#/components/schemas/RawAmount/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.decimals !== undefined){
let data1 = data.decimals;
const _errs4 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate61.errors = [{instancePath:instancePath+"/decimals",schemaPath:"#/components/schemas/TokenAmount/properties/decimals/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs4){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 255 || isNaN(data1)){
validate61.errors = [{instancePath:instancePath+"/decimals",schemaPath:"#/components/schemas/TokenAmount/properties/decimals/maximum",keyword:"maximum",params:{comparison: "<=", limit: 255}}];
return false;
}
else {
if(data1 < 0 || isNaN(data1)){
validate61.errors = [{instancePath:instancePath+"/decimals",schemaPath:"#/components/schemas/TokenAmount/properties/decimals/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.uiAmount !== undefined){
let data2 = data.uiAmount;
const _errs6 = errors;
if(data2 !== null){
if(!((typeof data2 == "number") && (isFinite(data2)))){
validate61.errors = [{instancePath:instancePath+"/uiAmount",schemaPath:"#/components/schemas/TokenAmount/properties/uiAmount/unlessNull/type",keyword:"type",params:{type: "number"}}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.uiAmountString !== undefined){
let data3 = data.uiAmountString;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data3 === "string"){
if(!pattern49.test(data3)){
validate61.errors = [{instancePath:instancePath+"/uiAmountString",schemaPath:"#/components/schemas/TokenAmount/properties/uiAmountString/pattern",keyword:"pattern",params:{pattern: "^[0-9]+(?:\\.[0-9]+)?$"}}];
return false;
}
}
else {
validate61.errors = [{instancePath:instancePath+"/uiAmountString",schemaPath:"#/components/schemas/TokenAmount/properties/uiAmountString/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate61.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAmount/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate61.errors = vErrors;
return errors === 0;
}


function validate60(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.isNative === undefined) && (missing0 = "isNative")) || ((data.mint === undefined) && (missing0 = "mint"))) || ((data.owner === undefined) && (missing0 = "owner"))) || ((data.tokenAmount === undefined) && (missing0 = "tokenAmount"))){
validate60.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountInfo/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.isNative !== undefined){
const _errs1 = errors;
if(typeof data.isNative !== "boolean"){
validate60.errors = [{instancePath:instancePath+"/isNative",schemaPath:"#/components/schemas/TokenAccountInfo/properties/isNative/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.mint !== undefined){
let data1 = data.mint;
const _errs3 = errors;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern42.test(data1)){
validate60.errors = [{instancePath:instancePath+"/mint",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate60.errors = [{instancePath:instancePath+"/mint",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.owner !== undefined){
let data2 = data.owner;
const _errs6 = errors;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data2 === "string"){
if(!pattern42.test(data2)){
validate60.errors = [{instancePath:instancePath+"/owner",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate60.errors = [{instancePath:instancePath+"/owner",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.state !== undefined){
const _errs9 = errors;
if(typeof data.state !== "string"){
validate60.errors = [{instancePath:instancePath+"/state",schemaPath:"#/components/schemas/TokenAccountInfo/properties/state/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tokenAmount !== undefined){
const _errs11 = errors;
if(!(validate61(data.tokenAmount, {instancePath:instancePath+"/tokenAmount",parentData:data,parentDataProperty:"tokenAmount",rootData}))){
vErrors = vErrors === null ? validate61.errors : vErrors.concat(validate61.errors);
errors = vErrors.length;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.delegate !== undefined){
let data5 = data.delegate;
const _errs12 = errors;
if(data5 !== null){
const _errs14 = errors;
if(errors === _errs14){
if(typeof data5 === "string"){
if(!pattern42.test(data5)){
validate60.errors = [{instancePath:instancePath+"/delegate",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate60.errors = [{instancePath:instancePath+"/delegate",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.delegatedAmount !== undefined){
let data6 = data.delegatedAmount;
const _errs16 = errors;
const _errs17 = errors;
let valid5 = false;
const _errs18 = errors;
if(!(validate61(data6, {instancePath:instancePath+"/delegatedAmount",parentData:data,parentDataProperty:"delegatedAmount",rootData}))){
vErrors = vErrors === null ? validate61.errors : vErrors.concat(validate61.errors);
errors = vErrors.length;
}
var _valid1 = _errs18 === errors;
valid5 = valid5 || _valid1;
if(!valid5){
const _errs19 = errors;
if(!((typeof data6 == "number") && (isFinite(data6)))){
const err0 = {instancePath:instancePath+"/delegatedAmount",schemaPath:"#/components/schemas/TokenAccountInfo/properties/delegatedAmount/anyOf/1/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid1 = _errs19 === errors;
valid5 = valid5 || _valid1;
}
if(!valid5){
const err1 = {instancePath:instancePath+"/delegatedAmount",schemaPath:"#/components/schemas/TokenAccountInfo/properties/delegatedAmount/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate60.errors = vErrors;
return false;
}
else {
errors = _errs17;
if(vErrors !== null){
if(_errs17){
vErrors.length = _errs17;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
else {
validate60.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountInfo/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate60.errors = vErrors;
return errors === 0;
}


function validate59(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.program === undefined) && (missing0 = "program")) || ((data.parsed === undefined) && (missing0 = "parsed"))){
validate59.errors = [{instancePath,schemaPath:"#/components/schemas/ParsedAccountData/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.program !== undefined){
const _errs1 = errors;
if(typeof data.program !== "string"){
validate59.errors = [{instancePath:instancePath+"/program",schemaPath:"#/components/schemas/ParsedAccountData/properties/program/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.parsed !== undefined){
let data1 = data.parsed;
const _errs3 = errors;
if(errors === _errs3){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if((data1.info === undefined) && (missing1 = "info")){
validate59.errors = [{instancePath:instancePath+"/parsed",schemaPath:"#/components/schemas/ParsedAccountData/properties/parsed/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data1.type !== undefined){
const _errs5 = errors;
if(typeof data1.type !== "string"){
validate59.errors = [{instancePath:instancePath+"/parsed/type",schemaPath:"#/components/schemas/ParsedAccountData/properties/parsed/properties/type/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.info !== undefined){
const _errs7 = errors;
if(!(validate60(data1.info, {instancePath:instancePath+"/parsed/info",parentData:data1,parentDataProperty:"info",rootData}))){
vErrors = vErrors === null ? validate60.errors : vErrors.concat(validate60.errors);
errors = vErrors.length;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
}
}
}
else {
validate59.errors = [{instancePath:instancePath+"/parsed",schemaPath:"#/components/schemas/ParsedAccountData/properties/parsed/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.space !== undefined){
let data4 = data.space;
const _errs8 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate59.errors = [{instancePath:instancePath+"/space",schemaPath:"#/components/schemas/ParsedAccountData/properties/space/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs8){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 0 || isNaN(data4)){
validate59.errors = [{instancePath:instancePath+"/space",schemaPath:"#/components/schemas/ParsedAccountData/properties/space/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate59.errors = [{instancePath,schemaPath:"#/components/schemas/ParsedAccountData/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate59.errors = vErrors;
return errors === 0;
}


function validate58(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.data === undefined) && (missing0 = "data")) || ((data.executable === undefined) && (missing0 = "executable"))) || ((data.lamports === undefined) && (missing0 = "lamports"))) || ((data.owner === undefined) && (missing0 = "owner"))) || ((data.rentEpoch === undefined) && (missing0 = "rentEpoch"))){
validate58.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccount/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.data !== undefined){
let data0 = data.data;
const _errs1 = errors;
const _errs2 = errors;
let valid1 = false;
const _errs3 = errors;
if(!(validate59(data0, {instancePath:instancePath+"/data",parentData:data,parentDataProperty:"data",rootData}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
var _valid0 = _errs3 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const _errs4 = errors;
const _errs5 = errors;
if(errors === _errs5){
if(Array.isArray(data0)){
if(data0.length > 2){
const err0 = {instancePath:instancePath+"/data",schemaPath:"#/components/schemas/EncodedAccountData/maxItems",keyword:"maxItems",params:{limit: 2}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data0.length < 2){
const err1 = {instancePath:instancePath+"/data",schemaPath:"#/components/schemas/EncodedAccountData/minItems",keyword:"minItems",params:{limit: 2}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
else {
const len0 = data0.length;
if(len0 > 0){
const _errs7 = errors;
if(typeof data0[0] !== "string"){
const err2 = {instancePath:instancePath+"/data/0",schemaPath:"#/components/schemas/EncodedAccountData/items/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var valid3 = _errs7 === errors;
}
if(valid3){
if(len0 > 1){
let data2 = data0[1];
const _errs9 = errors;
if(typeof data2 !== "string"){
const err3 = {instancePath:instancePath+"/data/1",schemaPath:"#/components/schemas/EncodedAccountData/items/1/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!(((data2 === "base58") || (data2 === "base64")) || (data2 === "base64+zstd"))){
const err4 = {instancePath:instancePath+"/data/1",schemaPath:"#/components/schemas/EncodedAccountData/items/1/enum",keyword:"enum",params:{allowedValues: schema98.items[1].enum}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var valid3 = _errs9 === errors;
}
}
}
}
}
else {
const err5 = {instancePath:instancePath+"/data",schemaPath:"#/components/schemas/EncodedAccountData/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
var _valid0 = _errs4 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const _errs11 = errors;
if(typeof data0 !== "string"){
const err6 = {instancePath:instancePath+"/data",schemaPath:"#/components/schemas/LegacyAccountData/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var _valid0 = _errs11 === errors;
valid1 = valid1 || _valid0;
}
}
if(!valid1){
const err7 = {instancePath:instancePath+"/data",schemaPath:"#/components/schemas/TokenAccount/properties/data/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
validate58.errors = vErrors;
return false;
}
else {
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.executable !== undefined){
const _errs14 = errors;
if(typeof data.executable !== "boolean"){
validate58.errors = [{instancePath:instancePath+"/executable",schemaPath:"#/components/schemas/TokenAccount/properties/executable/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.lamports !== undefined){
let data4 = data.lamports;
const _errs16 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate58.errors = [{instancePath:instancePath+"/lamports",schemaPath:"#/components/schemas/TokenAccount/properties/lamports/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs16){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 0 || isNaN(data4)){
validate58.errors = [{instancePath:instancePath+"/lamports",schemaPath:"#/components/schemas/TokenAccount/properties/lamports/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.owner !== undefined){
let data5 = data.owner;
const _errs18 = errors;
const _errs19 = errors;
if(errors === _errs19){
if(typeof data5 === "string"){
if(!pattern42.test(data5)){
validate58.errors = [{instancePath:instancePath+"/owner",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate58.errors = [{instancePath:instancePath+"/owner",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.rentEpoch !== undefined){
let data6 = data.rentEpoch;
const _errs21 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate58.errors = [{instancePath:instancePath+"/rentEpoch",schemaPath:"#/components/schemas/TokenAccount/properties/rentEpoch/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs21){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < 0 || isNaN(data6)){
validate58.errors = [{instancePath:instancePath+"/rentEpoch",schemaPath:"#/components/schemas/TokenAccount/properties/rentEpoch/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.space !== undefined){
let data7 = data.space;
const _errs23 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate58.errors = [{instancePath:instancePath+"/space",schemaPath:"#/components/schemas/TokenAccount/properties/space/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs23){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 < 0 || isNaN(data7)){
validate58.errors = [{instancePath:instancePath+"/space",schemaPath:"#/components/schemas/TokenAccount/properties/space/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
else {
validate58.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccount/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate58.errors = vErrors;
return errors === 0;
}


function validate57(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.pubkey === undefined) && (missing0 = "pubkey")) || ((data.account === undefined) && (missing0 = "account"))){
validate57.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountEntry/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.pubkey !== undefined){
let data0 = data.pubkey;
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern42.test(data0)){
validate57.errors = [{instancePath:instancePath+"/pubkey",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate57.errors = [{instancePath:instancePath+"/pubkey",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.account !== undefined){
const _errs4 = errors;
if(!(validate58(data.account, {instancePath:instancePath+"/account",parentData:data,parentDataProperty:"account",rootData}))){
vErrors = vErrors === null ? validate58.errors : vErrors.concat(validate58.errors);
errors = vErrors.length;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate57.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountEntry/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate57.errors = vErrors;
return errors === 0;
}


function validate56(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.context === undefined) && (missing0 = "context")) || ((data.value === undefined) && (missing0 = "value"))){
validate56.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountsResult/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.context !== undefined){
let data0 = data.context;
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if((data0.slot === undefined) && (missing1 = "slot")){
validate56.errors = [{instancePath:instancePath+"/context",schemaPath:"#/components/schemas/ResultContext/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data0.slot !== undefined){
let data1 = data0.slot;
const _errs4 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate56.errors = [{instancePath:instancePath+"/context/slot",schemaPath:"#/components/schemas/ResultContext/properties/slot/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs4){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 0 || isNaN(data1)){
validate56.errors = [{instancePath:instancePath+"/context/slot",schemaPath:"#/components/schemas/ResultContext/properties/slot/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid2 = _errs4 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.apiVersion !== undefined){
const _errs6 = errors;
if(typeof data0.apiVersion !== "string"){
validate56.errors = [{instancePath:instancePath+"/context/apiVersion",schemaPath:"#/components/schemas/ResultContext/properties/apiVersion/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid2 = _errs6 === errors;
}
else {
var valid2 = true;
}
}
}
}
else {
validate56.errors = [{instancePath:instancePath+"/context",schemaPath:"#/components/schemas/ResultContext/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.value !== undefined){
let data3 = data.value;
const _errs8 = errors;
if(errors === _errs8){
if(Array.isArray(data3)){
var valid3 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
const _errs10 = errors;
if(!(validate57(data3[i0], {instancePath:instancePath+"/value/" + i0,parentData:data3,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
errors = vErrors.length;
}
var valid3 = _errs10 === errors;
if(!valid3){
break;
}
}
}
else {
validate56.errors = [{instancePath:instancePath+"/value",schemaPath:"#/components/schemas/TokenAccountsResult/properties/value/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate56.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountsResult/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate56.errors = vErrors;
return errors === 0;
}


function validate55(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(validate56(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate56.errors : vErrors.concat(validate56.errors);
errors = vErrors.length;
}
validate55.errors = vErrors;
return errors === 0;
}

const getTokenAccountBalance_params = validate69;

function validate70(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.commitment !== undefined){
let data0 = data.commitment;
if(data0 !== null){
if(typeof data0 !== "string"){
validate70.errors = [{instancePath:instancePath+"/commitment",schemaPath:"#/components/schemas/Commitment/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((data0 === "finalized") || (data0 === "confirmed")) || (data0 === "processed"))){
validate70.errors = [{instancePath:instancePath+"/commitment",schemaPath:"#/components/schemas/Commitment/enum",keyword:"enum",params:{allowedValues: schema81.enum}}];
return false;
}
}
}
}
else {
validate70.errors = [{instancePath,schemaPath:"#/components/schemas/BalanceConfig/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate70.errors = vErrors;
return errors === 0;
}


function validate69(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 2){
validate69.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 2}}];
return false;
}
else {
if(data.length < 1){
validate69.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1}}];
return false;
}
else {
const len0 = data.length;
if(!(len0 <= 2)){
validate69.errors = [{instancePath,schemaPath:"#/additionalItems",keyword:"additionalItems",params:{limit: 2}}];
return false;
}
else {
const len1 = data.length;
if(len1 > 0){
let data0 = data[0];
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern42.test(data0)){
validate69.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate69.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs1 === errors;
}
if(valid0){
if(len1 > 1){
let data1 = data[1];
const _errs4 = errors;
if(data1 !== null){
if(!(validate70(data1, {instancePath:instancePath+"/1",parentData:data,parentDataProperty:1,rootData}))){
vErrors = vErrors === null ? validate70.errors : vErrors.concat(validate70.errors);
errors = vErrors.length;
}
}
var valid0 = _errs4 === errors;
}
}
}
}
}
}
else {
validate69.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate69.errors = vErrors;
return errors === 0;
}

const getTokenAccountBalance_result = validate72;

function validate73(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.context === undefined) && (missing0 = "context")) || ((data.value === undefined) && (missing0 = "value"))){
validate73.errors = [{instancePath,schemaPath:"#/components/schemas/TokenBalanceResult/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.context !== undefined){
let data0 = data.context;
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if((data0.slot === undefined) && (missing1 = "slot")){
validate73.errors = [{instancePath:instancePath+"/context",schemaPath:"#/components/schemas/ResultContext/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data0.slot !== undefined){
let data1 = data0.slot;
const _errs4 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate73.errors = [{instancePath:instancePath+"/context/slot",schemaPath:"#/components/schemas/ResultContext/properties/slot/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs4){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 0 || isNaN(data1)){
validate73.errors = [{instancePath:instancePath+"/context/slot",schemaPath:"#/components/schemas/ResultContext/properties/slot/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid2 = _errs4 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.apiVersion !== undefined){
const _errs6 = errors;
if(typeof data0.apiVersion !== "string"){
validate73.errors = [{instancePath:instancePath+"/context/apiVersion",schemaPath:"#/components/schemas/ResultContext/properties/apiVersion/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid2 = _errs6 === errors;
}
else {
var valid2 = true;
}
}
}
}
else {
validate73.errors = [{instancePath:instancePath+"/context",schemaPath:"#/components/schemas/ResultContext/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.value !== undefined){
const _errs8 = errors;
if(!(validate61(data.value, {instancePath:instancePath+"/value",parentData:data,parentDataProperty:"value",rootData}))){
vErrors = vErrors === null ? validate61.errors : vErrors.concat(validate61.errors);
errors = vErrors.length;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate73.errors = [{instancePath,schemaPath:"#/components/schemas/TokenBalanceResult/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate73.errors = vErrors;
return errors === 0;
}


function validate72(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(validate73(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate73.errors : vErrors.concat(validate73.errors);
errors = vErrors.length;
}
validate72.errors = vErrors;
return errors === 0;
}

/** One way in which a value breaks its schema; the last of a function's errors is the most general one. */
export interface ValidationError {
  /** JSON pointer into the value. */
  instancePath: string
  /** JSON pointer to the keyword; it starts with the component the keyword stands in, if it stands in one. */
  schemaPath: string
  keyword: string
  params: Record<string, unknown>
}

/** Judges a value; `errors` belongs to the latest call and must be read before the next one. */
export interface Validate {
  (data: unknown): boolean
  errors?: readonly ValidationError[] | null
}

/** Judges the positional params of a call. */
export const validateParams: { readonly [M in "eth_chainId" | "eth_blockNumber" | "eth_getStorageAt" | "eth_getLogs" | "eth_getTransactionReceipt" | "getTokenAccountsByOwner" | "getTokenAccountBalance"]: Validate } = {
  eth_chainId: eth_chainId_params,
  eth_blockNumber: eth_blockNumber_params,
  eth_getStorageAt: eth_getStorageAt_params,
  eth_getLogs: eth_getLogs_params,
  eth_getTransactionReceipt: eth_getTransactionReceipt_params,
  getTokenAccountsByOwner: getTokenAccountsByOwner_params,
  getTokenAccountBalance: getTokenAccountBalance_params,
}

/** Judges the result of a call; members that the contract does not name are allowed. */
export const validateResult: { readonly [M in keyof typeof validateParams]: Validate } = {
  eth_chainId: eth_chainId_result,
  eth_blockNumber: eth_blockNumber_result,
  eth_getStorageAt: eth_getStorageAt_result,
  eth_getLogs: eth_getLogs_result,
  eth_getTransactionReceipt: eth_getTransactionReceipt_result,
  getTokenAccountsByOwner: getTokenAccountsByOwner_result,
  getTokenAccountBalance: getTokenAccountBalance_result,
}
