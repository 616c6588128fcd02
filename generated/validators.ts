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

const eth_chainId_structure = validate13;

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(errors === _errs0){
if(typeof data === "string"){
if(!pattern0.test(data)){
validate13.errors = [{instancePath,schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate13.errors = [{instancePath,schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
validate13.errors = vErrors;
return errors === 0;
}

const eth_blockNumber_params = validate15;

function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 0){
validate15.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 0}}];
return false;
}
else {
if(data.length < 0){
validate15.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 0}}];
return false;
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

const eth_blockNumber_result = validate16;

function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(errors === _errs0){
if(typeof data === "string"){
if(!pattern0.test(data)){
validate16.errors = [{instancePath,schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate16.errors = [{instancePath,schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
validate16.errors = vErrors;
return errors === 0;
}

const eth_blockNumber_structure = validate17;

function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(errors === _errs0){
if(typeof data === "string"){
if(!pattern0.test(data)){
validate17.errors = [{instancePath,schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate17.errors = [{instancePath,schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
validate17.errors = vErrors;
return errors === 0;
}

const eth_getStorageAt_params = validate18;
const pattern4 = new RegExp("^0x[0-9a-fA-F]{40}$", "u");
const pattern5 = new RegExp("^0x[0-9a-fA-F]{0,64}$", "u");
const pattern6 = new RegExp("^(?:latest|earliest|pending|safe|finalized|0x[0-9a-fA-F]{1,16})$", "u");
const pattern7 = new RegExp("^0x[0-9a-fA-F]{64}$", "u");

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.blockNumber === undefined) && (missing0 = "blockNumber")){
validate20.errors = [{instancePath,schemaPath:"#/components/schemas/BlockByNumber/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.blockNumber !== undefined){
let data0 = data.blockNumber;
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern6.test(data0)){
validate20.errors = [{instancePath:instancePath+"/blockNumber",schemaPath:"#/components/schemas/BlockNumberOrTag/pattern",keyword:"pattern",params:{pattern: "^(?:latest|earliest|pending|safe|finalized|0x[0-9a-fA-F]{1,16})$"}}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/blockNumber",schemaPath:"#/components/schemas/BlockNumberOrTag/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockHash !== undefined){
var valid0 = false;
validate20.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/components/schemas/BlockByNumber/properties/blockHash/false schema",keyword:"false schema",params:{}}];
return false;
}
else {
var valid0 = true;
}
}
}
}
else {
validate20.errors = [{instancePath,schemaPath:"#/components/schemas/BlockByNumber/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate20.errors = vErrors;
return errors === 0;
}


function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.blockHash === undefined) && (missing0 = "blockHash")){
validate22.errors = [{instancePath,schemaPath:"#/components/schemas/BlockByHash/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.blockHash !== undefined){
let data0 = data.blockHash;
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern7.test(data0)){
validate22.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate22.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.requireCanonical !== undefined){
const _errs4 = errors;
if(typeof data.requireCanonical !== "boolean"){
validate22.errors = [{instancePath:instancePath+"/requireCanonical",schemaPath:"#/components/schemas/BlockByHash/properties/requireCanonical/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockNumber !== undefined){
var valid0 = false;
validate22.errors = [{instancePath:instancePath+"/blockNumber",schemaPath:"#/components/schemas/BlockByHash/properties/blockNumber/false schema",keyword:"false schema",params:{}}];
return false;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate22.errors = [{instancePath,schemaPath:"#/components/schemas/BlockByHash/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate22.errors = vErrors;
return errors === 0;
}


function validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data === "string"){
if(!pattern6.test(data)){
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
if(!pattern7.test(data)){
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
if(!(validate20(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate20.errors : vErrors.concat(validate20.errors);
errors = vErrors.length;
}
var _valid0 = _errs7 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs8 = errors;
if(!(validate22(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
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
validate19.errors = vErrors;
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
validate19.errors = vErrors;
return errors === 0;
}


function validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 3){
validate18.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 3}}];
return false;
}
else {
if(data.length < 2){
validate18.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 2}}];
return false;
}
else {
const len0 = data.length;
if(!(len0 <= 3)){
validate18.errors = [{instancePath,schemaPath:"#/additionalItems",keyword:"additionalItems",params:{limit: 3}}];
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
if(!pattern4.test(data0)){
validate18.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/EvmAddress/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{40}$"}}];
return false;
}
}
else {
validate18.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/EvmAddress/type",keyword:"type",params:{type: "string"}}];
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
if(!pattern5.test(data1)){
validate18.errors = [{instancePath:instancePath+"/1",schemaPath:"#/components/schemas/StoragePosition/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{0,64}$"}}];
return false;
}
}
else {
validate18.errors = [{instancePath:instancePath+"/1",schemaPath:"#/components/schemas/StoragePosition/type",keyword:"type",params:{type: "string"}}];
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
if(!(validate19(data2, {instancePath:instancePath+"/2",parentData:data,parentDataProperty:2,rootData}))){
vErrors = vErrors === null ? validate19.errors : vErrors.concat(validate19.errors);
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
validate18.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate18.errors = vErrors;
return errors === 0;
}

const eth_getStorageAt_result = validate25;

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data !== null){
const _errs1 = errors;
if(errors === _errs1){
if(typeof data === "string"){
if(!pattern5.test(data)){
validate26.errors = [{instancePath,schemaPath:"#/components/schemas/StorageValue/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{0,64}$"}}];
return false;
}
}
else {
validate26.errors = [{instancePath,schemaPath:"#/components/schemas/StorageValue/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
validate26.errors = vErrors;
return errors === 0;
}


function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(validate26(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors);
errors = vErrors.length;
}
validate25.errors = vErrors;
return errors === 0;
}

const eth_getStorageAt_structure = validate28;

function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data !== null){
const _errs1 = errors;
if(errors === _errs1){
if(typeof data === "string"){
if(!pattern5.test(data)){
validate29.errors = [{instancePath,schemaPath:"#/components/schemas/StorageValue/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{0,64}$"}}];
return false;
}
}
else {
validate29.errors = [{instancePath,schemaPath:"#/components/schemas/StorageValue/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
validate29.errors = vErrors;
return errors === 0;
}


function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(validate29(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
errors = vErrors.length;
}
validate28.errors = vErrors;
return errors === 0;
}

const eth_getLogs_params = validate31;

function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data === "string"){
if(!pattern4.test(data)){
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
if(!pattern4.test(data0)){
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
validate33.errors = vErrors;
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
validate33.errors = vErrors;
return errors === 0;
}


function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(!pattern7.test(data)){
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
if(!pattern7.test(data0)){
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
validate35.errors = vErrors;
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
validate35.errors = vErrors;
return errors === 0;
}


function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.address !== undefined){
let data0 = data.address;
const _errs1 = errors;
if(data0 !== null){
if(!(validate33(data0, {instancePath:instancePath+"/address",parentData:data,parentDataProperty:"address",rootData}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
}
var valid1 = _errs1 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.fromBlock !== undefined){
let data1 = data.fromBlock;
const _errs3 = errors;
if(data1 !== null){
const _errs5 = errors;
if(errors === _errs5){
if(typeof data1 === "string"){
if(!pattern6.test(data1)){
validate32.errors = [{instancePath:instancePath+"/fromBlock",schemaPath:"#/components/schemas/BlockNumberOrTag/pattern",keyword:"pattern",params:{pattern: "^(?:latest|earliest|pending|safe|finalized|0x[0-9a-fA-F]{1,16})$"}}];
return false;
}
}
else {
validate32.errors = [{instancePath:instancePath+"/fromBlock",schemaPath:"#/components/schemas/BlockNumberOrTag/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid1 = _errs3 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.toBlock !== undefined){
let data2 = data.toBlock;
const _errs7 = errors;
if(data2 !== null){
const _errs9 = errors;
if(errors === _errs9){
if(typeof data2 === "string"){
if(!pattern6.test(data2)){
validate32.errors = [{instancePath:instancePath+"/toBlock",schemaPath:"#/components/schemas/BlockNumberOrTag/pattern",keyword:"pattern",params:{pattern: "^(?:latest|earliest|pending|safe|finalized|0x[0-9a-fA-F]{1,16})$"}}];
return false;
}
}
else {
validate32.errors = [{instancePath:instancePath+"/toBlock",schemaPath:"#/components/schemas/BlockNumberOrTag/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.topics !== undefined){
let data3 = data.topics;
const _errs11 = errors;
if(data3 !== null){
const _errs12 = errors;
if(errors === _errs12){
if(Array.isArray(data3)){
if(data3.length > 4){
validate32.errors = [{instancePath:instancePath+"/topics",schemaPath:"#/components/schemas/LogFilter/properties/topics/unlessNull/maxItems",keyword:"maxItems",params:{limit: 4}}];
return false;
}
else {
var valid8 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
const _errs14 = errors;
if(!(validate35(data3[i0], {instancePath:instancePath+"/topics/" + i0,parentData:data3,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors);
errors = vErrors.length;
}
var valid8 = _errs14 === errors;
if(!valid8){
break;
}
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/topics",schemaPath:"#/components/schemas/LogFilter/properties/topics/unlessNull/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.blockHash !== undefined){
let data5 = data.blockHash;
const _errs15 = errors;
if(data5 !== null){
const _errs17 = errors;
if(errors === _errs17){
if(typeof data5 === "string"){
if(!pattern7.test(data5)){
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
var valid1 = _errs15 === errors;
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
validate32.errors = [{instancePath,schemaPath:"#/components/schemas/LogFilter/type",keyword:"type",params:{type: "object"}}];
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
if(data.length > 1){
validate31.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 1}}];
return false;
}
else {
if(data.length < 1){
validate31.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1}}];
return false;
}
else {
const len0 = data.length;
if(!(len0 <= 1)){
validate31.errors = [{instancePath,schemaPath:"#/additionalItems",keyword:"additionalItems",params:{limit: 1}}];
return false;
}
else {
const len1 = data.length;
if(len1 > 0){
if(!(validate32(data[0], {instancePath:instancePath+"/0",parentData:data,parentDataProperty:0,rootData}))){
vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
errors = vErrors.length;
}
}
}
}
}
}
else {
validate31.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate31.errors = vErrors;
return errors === 0;
}

const eth_getLogs_result = validate38;
const pattern25 = new RegExp("^0x(?:[0-9a-fA-F]{2})*$", "u");

function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((data.address === undefined) && (missing0 = "address")) || ((data.topics === undefined) && (missing0 = "topics"))) || ((data.data === undefined) && (missing0 = "data"))) || ((data.blockHash === undefined) && (missing0 = "blockHash"))) || ((data.blockNumber === undefined) && (missing0 = "blockNumber"))) || ((data.transactionHash === undefined) && (missing0 = "transactionHash"))) || ((data.transactionIndex === undefined) && (missing0 = "transactionIndex"))) || ((data.logIndex === undefined) && (missing0 = "logIndex"))){
validate40.errors = [{instancePath,schemaPath:"#/components/schemas/Log/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.removed !== undefined){
let data0 = data.removed;
const _errs1 = errors;
if(data0 !== null){
if(typeof data0 !== "boolean"){
validate40.errors = [{instancePath:instancePath+"/removed",schemaPath:"#/components/schemas/Log/properties/removed/unlessNull/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.logIndex !== undefined){
let data1 = data.logIndex;
const _errs4 = errors;
if(data1 !== null){
const _errs6 = errors;
if(errors === _errs6){
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
validate40.errors = [{instancePath:instancePath+"/logIndex",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate40.errors = [{instancePath:instancePath+"/logIndex",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.transactionIndex !== undefined){
let data2 = data.transactionIndex;
const _errs8 = errors;
if(data2 !== null){
const _errs10 = errors;
if(errors === _errs10){
if(typeof data2 === "string"){
if(!pattern0.test(data2)){
validate40.errors = [{instancePath:instancePath+"/transactionIndex",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate40.errors = [{instancePath:instancePath+"/transactionIndex",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.transactionHash !== undefined){
let data3 = data.transactionHash;
const _errs12 = errors;
if(data3 !== null){
const _errs14 = errors;
if(errors === _errs14){
if(typeof data3 === "string"){
if(!pattern7.test(data3)){
validate40.errors = [{instancePath:instancePath+"/transactionHash",schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate40.errors = [{instancePath:instancePath+"/transactionHash",schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
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
if(data.blockHash !== undefined){
let data4 = data.blockHash;
const _errs16 = errors;
if(data4 !== null){
const _errs18 = errors;
if(errors === _errs18){
if(typeof data4 === "string"){
if(!pattern7.test(data4)){
validate40.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate40.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
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
if(data.blockNumber !== undefined){
let data5 = data.blockNumber;
const _errs20 = errors;
if(data5 !== null){
const _errs22 = errors;
if(errors === _errs22){
if(typeof data5 === "string"){
if(!pattern0.test(data5)){
validate40.errors = [{instancePath:instancePath+"/blockNumber",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate40.errors = [{instancePath:instancePath+"/blockNumber",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.address !== undefined){
let data6 = data.address;
const _errs24 = errors;
const _errs25 = errors;
if(errors === _errs25){
if(typeof data6 === "string"){
if(!pattern4.test(data6)){
validate40.errors = [{instancePath:instancePath+"/address",schemaPath:"#/components/schemas/EvmAddress/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{40}$"}}];
return false;
}
}
else {
validate40.errors = [{instancePath:instancePath+"/address",schemaPath:"#/components/schemas/EvmAddress/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data7 = data.data;
const _errs27 = errors;
const _errs28 = errors;
if(errors === _errs28){
if(typeof data7 === "string"){
if(!pattern25.test(data7)){
validate40.errors = [{instancePath:instancePath+"/data",schemaPath:"#/components/schemas/HexData/pattern",keyword:"pattern",params:{pattern: "^0x(?:[0-9a-fA-F]{2})*$"}}];
return false;
}
}
else {
validate40.errors = [{instancePath:instancePath+"/data",schemaPath:"#/components/schemas/HexData/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs27 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.topics !== undefined){
let data8 = data.topics;
const _errs30 = errors;
if(errors === _errs30){
if(Array.isArray(data8)){
if(data8.length > 4){
validate40.errors = [{instancePath:instancePath+"/topics",schemaPath:"#/components/schemas/Log/properties/topics/maxItems",keyword:"maxItems",params:{limit: 4}}];
return false;
}
else {
var valid14 = true;
const len0 = data8.length;
for(let i0=0; i0<len0; i0++){
let data9 = data8[i0];
const _errs32 = errors;
const _errs33 = errors;
if(errors === _errs33){
if(typeof data9 === "string"){
if(!pattern7.test(data9)){
validate40.errors = [{instancePath:instancePath+"/topics/" + i0,schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate40.errors = [{instancePath:instancePath+"/topics/" + i0,schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid14 = _errs32 === errors;
if(!valid14){
break;
}
}
}
}
else {
validate40.errors = [{instancePath:instancePath+"/topics",schemaPath:"#/components/schemas/Log/properties/topics/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs30 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockTimestamp !== undefined){
let data10 = data.blockTimestamp;
const _errs35 = errors;
if(data10 !== null){
const _errs37 = errors;
if(errors === _errs37){
if(typeof data10 === "string"){
if(!pattern0.test(data10)){
validate40.errors = [{instancePath:instancePath+"/blockTimestamp",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate40.errors = [{instancePath:instancePath+"/blockTimestamp",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs35 === errors;
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
else {
validate40.errors = [{instancePath,schemaPath:"#/components/schemas/Log/type",keyword:"type",params:{type: "object"}}];
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
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(!(validate40(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate40.errors : vErrors.concat(validate40.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate39.errors = [{instancePath,schemaPath:"#/components/schemas/Logs/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate39.errors = vErrors;
return errors === 0;
}


function validate38(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(validate39(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate39.errors : vErrors.concat(validate39.errors);
errors = vErrors.length;
}
validate38.errors = vErrors;
return errors === 0;
}

const eth_getLogs_structure = validate43;

function validate45(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.removed !== undefined){
let data0 = data.removed;
const _errs1 = errors;
if(data0 !== null){
if(typeof data0 !== "boolean"){
validate45.errors = [{instancePath:instancePath+"/removed",schemaPath:"#/components/schemas/Log/properties/removed/unlessNull/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.logIndex !== undefined){
let data1 = data.logIndex;
const _errs4 = errors;
if(data1 !== null){
const _errs6 = errors;
if(errors === _errs6){
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
validate45.errors = [{instancePath:instancePath+"/logIndex",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate45.errors = [{instancePath:instancePath+"/logIndex",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.transactionIndex !== undefined){
let data2 = data.transactionIndex;
const _errs8 = errors;
if(data2 !== null){
const _errs10 = errors;
if(errors === _errs10){
if(typeof data2 === "string"){
if(!pattern0.test(data2)){
validate45.errors = [{instancePath:instancePath+"/transactionIndex",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate45.errors = [{instancePath:instancePath+"/transactionIndex",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.transactionHash !== undefined){
let data3 = data.transactionHash;
const _errs12 = errors;
if(data3 !== null){
const _errs14 = errors;
if(errors === _errs14){
if(typeof data3 === "string"){
if(!pattern7.test(data3)){
validate45.errors = [{instancePath:instancePath+"/transactionHash",schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate45.errors = [{instancePath:instancePath+"/transactionHash",schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
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
if(data.blockHash !== undefined){
let data4 = data.blockHash;
const _errs16 = errors;
if(data4 !== null){
const _errs18 = errors;
if(errors === _errs18){
if(typeof data4 === "string"){
if(!pattern7.test(data4)){
validate45.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate45.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
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
if(data.blockNumber !== undefined){
let data5 = data.blockNumber;
const _errs20 = errors;
if(data5 !== null){
const _errs22 = errors;
if(errors === _errs22){
if(typeof data5 === "string"){
if(!pattern0.test(data5)){
validate45.errors = [{instancePath:instancePath+"/blockNumber",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate45.errors = [{instancePath:instancePath+"/blockNumber",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.address !== undefined){
let data6 = data.address;
const _errs24 = errors;
if(data6 !== null){
const _errs26 = errors;
if(errors === _errs26){
if(typeof data6 === "string"){
if(!pattern4.test(data6)){
validate45.errors = [{instancePath:instancePath+"/address",schemaPath:"#/components/schemas/EvmAddress/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{40}$"}}];
return false;
}
}
else {
validate45.errors = [{instancePath:instancePath+"/address",schemaPath:"#/components/schemas/EvmAddress/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data7 = data.data;
const _errs28 = errors;
if(data7 !== null){
const _errs30 = errors;
if(errors === _errs30){
if(typeof data7 === "string"){
if(!pattern25.test(data7)){
validate45.errors = [{instancePath:instancePath+"/data",schemaPath:"#/components/schemas/HexData/pattern",keyword:"pattern",params:{pattern: "^0x(?:[0-9a-fA-F]{2})*$"}}];
return false;
}
}
else {
validate45.errors = [{instancePath:instancePath+"/data",schemaPath:"#/components/schemas/HexData/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs28 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.topics !== undefined){
let data8 = data.topics;
const _errs32 = errors;
if(data8 !== null){
const _errs33 = errors;
if(errors === _errs33){
if(Array.isArray(data8)){
if(data8.length > 4){
validate45.errors = [{instancePath:instancePath+"/topics",schemaPath:"#/components/schemas/Log/properties/topics/unlessNull/maxItems",keyword:"maxItems",params:{limit: 4}}];
return false;
}
else {
var valid17 = true;
const len0 = data8.length;
for(let i0=0; i0<len0; i0++){
let data9 = data8[i0];
const _errs35 = errors;
const _errs36 = errors;
if(errors === _errs36){
if(typeof data9 === "string"){
if(!pattern7.test(data9)){
validate45.errors = [{instancePath:instancePath+"/topics/" + i0,schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate45.errors = [{instancePath:instancePath+"/topics/" + i0,schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid17 = _errs35 === errors;
if(!valid17){
break;
}
}
}
}
else {
validate45.errors = [{instancePath:instancePath+"/topics",schemaPath:"#/components/schemas/Log/properties/topics/unlessNull/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
}
var valid0 = _errs32 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockTimestamp !== undefined){
const _errs38 = errors;
var valid0 = _errs38 === errors;
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
validate45.errors = [{instancePath,schemaPath:"#/components/schemas/Log/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate45.errors = vErrors;
return errors === 0;
}


function validate44(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(!(validate45(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate45.errors : vErrors.concat(validate45.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate44.errors = [{instancePath,schemaPath:"#/components/schemas/Logs/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate44.errors = vErrors;
return errors === 0;
}


function validate43(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(validate44(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate44.errors : vErrors.concat(validate44.errors);
errors = vErrors.length;
}
validate43.errors = vErrors;
return errors === 0;
}

const eth_getTransactionReceipt_params = validate48;

function validate48(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 1){
validate48.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 1}}];
return false;
}
else {
if(data.length < 1){
validate48.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1}}];
return false;
}
else {
const len0 = data.length;
if(!(len0 <= 1)){
validate48.errors = [{instancePath,schemaPath:"#/additionalItems",keyword:"additionalItems",params:{limit: 1}}];
return false;
}
else {
const len1 = data.length;
if(len1 > 0){
let data0 = data[0];
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern7.test(data0)){
validate48.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate48.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
}
}
else {
validate48.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate48.errors = vErrors;
return errors === 0;
}

const eth_getTransactionReceipt_result = validate49;
const pattern44 = new RegExp("^0x[0-9a-fA-F]{512}$", "u");

function validate53(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(!(validate40(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate40.errors : vErrors.concat(validate40.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate53.errors = [{instancePath,schemaPath:"#/components/schemas/Logs/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate53.errors = vErrors;
return errors === 0;
}


function validate52(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((((data.blockHash === undefined) && (missing0 = "blockHash")) || ((data.blockNumber === undefined) && (missing0 = "blockNumber"))) || ((data.contractAddress === undefined) && (missing0 = "contractAddress"))) || ((data.cumulativeGasUsed === undefined) && (missing0 = "cumulativeGasUsed"))) || ((data.from === undefined) && (missing0 = "from"))) || ((data.gasUsed === undefined) && (missing0 = "gasUsed"))) || ((data.logs === undefined) && (missing0 = "logs"))) || ((data.logsBloom === undefined) && (missing0 = "logsBloom"))) || ((data.to === undefined) && (missing0 = "to"))) || ((data.transactionHash === undefined) && (missing0 = "transactionHash"))) || ((data.transactionIndex === undefined) && (missing0 = "transactionIndex"))){
validate52.errors = [{instancePath,schemaPath:"#/components/schemas/ReceiptFields/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.blockHash !== undefined){
let data0 = data.blockHash;
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern7.test(data0)){
validate52.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
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
validate52.errors = [{instancePath:instancePath+"/blockNumber",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/blockNumber",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
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
if(!pattern4.test(data2)){
validate52.errors = [{instancePath:instancePath+"/contractAddress",schemaPath:"#/components/schemas/EvmAddress/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{40}$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/contractAddress",schemaPath:"#/components/schemas/EvmAddress/type",keyword:"type",params:{type: "string"}}];
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
validate52.errors = [{instancePath:instancePath+"/cumulativeGasUsed",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/cumulativeGasUsed",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
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
if(data4 !== null){
const _errs16 = errors;
if(errors === _errs16){
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
validate52.errors = [{instancePath:instancePath+"/effectiveGasPrice",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/effectiveGasPrice",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
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
const _errs18 = errors;
const _errs19 = errors;
if(errors === _errs19){
if(typeof data5 === "string"){
if(!pattern4.test(data5)){
validate52.errors = [{instancePath:instancePath+"/from",schemaPath:"#/components/schemas/EvmAddress/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{40}$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/from",schemaPath:"#/components/schemas/EvmAddress/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.gasUsed !== undefined){
let data6 = data.gasUsed;
const _errs21 = errors;
const _errs22 = errors;
if(errors === _errs22){
if(typeof data6 === "string"){
if(!pattern0.test(data6)){
validate52.errors = [{instancePath:instancePath+"/gasUsed",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/gasUsed",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.logs !== undefined){
const _errs24 = errors;
if(!(validate53(data.logs, {instancePath:instancePath+"/logs",parentData:data,parentDataProperty:"logs",rootData}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.logsBloom !== undefined){
let data8 = data.logsBloom;
const _errs25 = errors;
const _errs26 = errors;
if(errors === _errs26){
if(typeof data8 === "string"){
if(!pattern44.test(data8)){
validate52.errors = [{instancePath:instancePath+"/logsBloom",schemaPath:"#/components/schemas/LogsBloom/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{512}$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/logsBloom",schemaPath:"#/components/schemas/LogsBloom/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs25 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.to !== undefined){
let data9 = data.to;
const _errs28 = errors;
if(data9 !== null){
const _errs30 = errors;
if(errors === _errs30){
if(typeof data9 === "string"){
if(!pattern4.test(data9)){
validate52.errors = [{instancePath:instancePath+"/to",schemaPath:"#/components/schemas/EvmAddress/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{40}$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/to",schemaPath:"#/components/schemas/EvmAddress/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs28 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.transactionHash !== undefined){
let data10 = data.transactionHash;
const _errs32 = errors;
const _errs33 = errors;
if(errors === _errs33){
if(typeof data10 === "string"){
if(!pattern7.test(data10)){
validate52.errors = [{instancePath:instancePath+"/transactionHash",schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/transactionHash",schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs32 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.transactionIndex !== undefined){
let data11 = data.transactionIndex;
const _errs35 = errors;
const _errs36 = errors;
if(errors === _errs36){
if(typeof data11 === "string"){
if(!pattern0.test(data11)){
validate52.errors = [{instancePath:instancePath+"/transactionIndex",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/transactionIndex",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs35 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.type !== undefined){
let data12 = data.type;
const _errs38 = errors;
const _errs39 = errors;
if(errors === _errs39){
if(typeof data12 === "string"){
if(!pattern0.test(data12)){
validate52.errors = [{instancePath:instancePath+"/type",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/type",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs38 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.root !== undefined){
let data13 = data.root;
const _errs41 = errors;
if(data13 !== null){
const _errs43 = errors;
if(errors === _errs43){
if(typeof data13 === "string"){
if(!pattern7.test(data13)){
validate52.errors = [{instancePath:instancePath+"/root",schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/root",schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs41 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data14 = data.status;
const _errs45 = errors;
if(data14 !== null){
const _errs47 = errors;
if(errors === _errs47){
if(typeof data14 === "string"){
if(!pattern0.test(data14)){
validate52.errors = [{instancePath:instancePath+"/status",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/status",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs45 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blobGasUsed !== undefined){
let data15 = data.blobGasUsed;
const _errs49 = errors;
if(data15 !== null){
const _errs51 = errors;
if(errors === _errs51){
if(typeof data15 === "string"){
if(!pattern0.test(data15)){
validate52.errors = [{instancePath:instancePath+"/blobGasUsed",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/blobGasUsed",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs49 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blobGasPrice !== undefined){
let data16 = data.blobGasPrice;
const _errs53 = errors;
if(data16 !== null){
const _errs55 = errors;
if(errors === _errs55){
if(typeof data16 === "string"){
if(!pattern0.test(data16)){
validate52.errors = [{instancePath:instancePath+"/blobGasPrice",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/blobGasPrice",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs53 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.l1BlockNumber !== undefined){
let data17 = data.l1BlockNumber;
const _errs57 = errors;
if(data17 !== null){
const _errs59 = errors;
if(errors === _errs59){
if(typeof data17 === "string"){
if(!pattern0.test(data17)){
validate52.errors = [{instancePath:instancePath+"/l1BlockNumber",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/l1BlockNumber",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs57 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.gasUsedForL1 !== undefined){
let data18 = data.gasUsedForL1;
const _errs61 = errors;
if(data18 !== null){
const _errs63 = errors;
if(errors === _errs63){
if(typeof data18 === "string"){
if(!pattern0.test(data18)){
validate52.errors = [{instancePath:instancePath+"/gasUsedForL1",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/gasUsedForL1",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs61 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeboosted !== undefined){
let data19 = data.timeboosted;
const _errs65 = errors;
if(data19 !== null){
if(typeof data19 !== "boolean"){
validate52.errors = [{instancePath:instancePath+"/timeboosted",schemaPath:"#/components/schemas/ReceiptFields/properties/timeboosted/unlessNull/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
}
var valid0 = _errs65 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.l1Fee !== undefined){
let data20 = data.l1Fee;
const _errs68 = errors;
if(data20 !== null){
const _errs70 = errors;
if(errors === _errs70){
if(typeof data20 === "string"){
if(!pattern0.test(data20)){
validate52.errors = [{instancePath:instancePath+"/l1Fee",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/l1Fee",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs68 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.l1GasPrice !== undefined){
let data21 = data.l1GasPrice;
const _errs72 = errors;
if(data21 !== null){
const _errs74 = errors;
if(errors === _errs74){
if(typeof data21 === "string"){
if(!pattern0.test(data21)){
validate52.errors = [{instancePath:instancePath+"/l1GasPrice",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/l1GasPrice",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs72 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.l1GasUsed !== undefined){
let data22 = data.l1GasUsed;
const _errs76 = errors;
if(data22 !== null){
const _errs78 = errors;
if(errors === _errs78){
if(typeof data22 === "string"){
if(!pattern0.test(data22)){
validate52.errors = [{instancePath:instancePath+"/l1GasUsed",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/l1GasUsed",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs76 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.l1FeeScalar !== undefined){
let data23 = data.l1FeeScalar;
const _errs80 = errors;
if(data23 !== null){
if(typeof data23 !== "string"){
validate52.errors = [{instancePath:instancePath+"/l1FeeScalar",schemaPath:"#/components/schemas/ReceiptFields/properties/l1FeeScalar/unlessNull/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs80 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.l1BlobBaseFee !== undefined){
let data24 = data.l1BlobBaseFee;
const _errs83 = errors;
if(data24 !== null){
const _errs85 = errors;
if(errors === _errs85){
if(typeof data24 === "string"){
if(!pattern0.test(data24)){
validate52.errors = [{instancePath:instancePath+"/l1BlobBaseFee",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/l1BlobBaseFee",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs83 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.l1BaseFeeScalar !== undefined){
let data25 = data.l1BaseFeeScalar;
const _errs87 = errors;
if(data25 !== null){
const _errs89 = errors;
if(errors === _errs89){
if(typeof data25 === "string"){
if(!pattern0.test(data25)){
validate52.errors = [{instancePath:instancePath+"/l1BaseFeeScalar",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/l1BaseFeeScalar",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs87 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.l1BlobBaseFeeScalar !== undefined){
let data26 = data.l1BlobBaseFeeScalar;
const _errs91 = errors;
if(data26 !== null){
const _errs93 = errors;
if(errors === _errs93){
if(typeof data26 === "string"){
if(!pattern0.test(data26)){
validate52.errors = [{instancePath:instancePath+"/l1BlobBaseFeeScalar",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/l1BlobBaseFeeScalar",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs91 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.depositNonce !== undefined){
let data27 = data.depositNonce;
const _errs95 = errors;
if(data27 !== null){
const _errs97 = errors;
if(errors === _errs97){
if(typeof data27 === "string"){
if(!pattern0.test(data27)){
validate52.errors = [{instancePath:instancePath+"/depositNonce",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/depositNonce",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs95 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.depositReceiptVersion !== undefined){
let data28 = data.depositReceiptVersion;
const _errs99 = errors;
if(data28 !== null){
const _errs101 = errors;
if(errors === _errs101){
if(typeof data28 === "string"){
if(!pattern0.test(data28)){
validate52.errors = [{instancePath:instancePath+"/depositReceiptVersion",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/depositReceiptVersion",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs99 === errors;
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
}
else {
validate52.errors = [{instancePath,schemaPath:"#/components/schemas/ReceiptFields/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate52.errors = vErrors;
return errors === 0;
}


function validate58(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.root === undefined) && (missing0 = "root")){
validate58.errors = [{instancePath,schemaPath:"#/components/schemas/RootOutcome/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.root !== undefined){
let data0 = data.root;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern7.test(data0)){
validate58.errors = [{instancePath:instancePath+"/root",schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate58.errors = [{instancePath:instancePath+"/root",schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
else {
validate58.errors = [{instancePath,schemaPath:"#/components/schemas/RootOutcome/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate58.errors = vErrors;
return errors === 0;
}


function validate60(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.status === undefined) && (missing0 = "status")){
validate60.errors = [{instancePath,schemaPath:"#/components/schemas/StatusOutcome/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.status !== undefined){
let data0 = data.status;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
validate60.errors = [{instancePath:instancePath+"/status",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate60.errors = [{instancePath:instancePath+"/status",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
else {
validate60.errors = [{instancePath,schemaPath:"#/components/schemas/StatusOutcome/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate60.errors = vErrors;
return errors === 0;
}


function validate57(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(!(validate58(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate58.errors : vErrors.concat(validate58.errors);
errors = vErrors.length;
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs2 = errors;
if(!(validate60(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate60.errors : vErrors.concat(validate60.errors);
errors = vErrors.length;
}
var _valid0 = _errs2 === errors;
valid0 = valid0 || _valid0;
}
if(!valid0){
const err0 = {instancePath,schemaPath:"#/components/schemas/ReceiptOutcome/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
validate57.errors = vErrors;
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
validate57.errors = vErrors;
return errors === 0;
}


function validate51(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(!(validate52(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate52.errors : vErrors.concat(validate52.errors);
errors = vErrors.length;
}
var valid0 = _errs0 === errors;
if(valid0){
const _errs1 = errors;
if(!(validate57(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
}
validate51.errors = vErrors;
return errors === 0;
}


function validate50(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data !== null){
if(!(validate51(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate51.errors : vErrors.concat(validate51.errors);
errors = vErrors.length;
}
}
validate50.errors = vErrors;
return errors === 0;
}


function validate49(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(validate50(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate50.errors : vErrors.concat(validate50.errors);
errors = vErrors.length;
}
validate49.errors = vErrors;
return errors === 0;
}

const eth_getTransactionReceipt_structure = validate65;

function validate69(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(!(validate45(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate45.errors : vErrors.concat(validate45.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate69.errors = [{instancePath,schemaPath:"#/components/schemas/Logs/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate69.errors = vErrors;
return errors === 0;
}


function validate68(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.blockHash !== undefined){
let data0 = data.blockHash;
const _errs1 = errors;
if(data0 !== null){
const _errs3 = errors;
if(errors === _errs3){
if(typeof data0 === "string"){
if(!pattern7.test(data0)){
validate68.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate68.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
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
if(data.blockNumber !== undefined){
let data1 = data.blockNumber;
const _errs5 = errors;
if(data1 !== null){
const _errs7 = errors;
if(errors === _errs7){
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
validate68.errors = [{instancePath:instancePath+"/blockNumber",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate68.errors = [{instancePath:instancePath+"/blockNumber",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.contractAddress !== undefined){
let data2 = data.contractAddress;
const _errs9 = errors;
if(data2 !== null){
const _errs11 = errors;
if(errors === _errs11){
if(typeof data2 === "string"){
if(!pattern4.test(data2)){
validate68.errors = [{instancePath:instancePath+"/contractAddress",schemaPath:"#/components/schemas/EvmAddress/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{40}$"}}];
return false;
}
}
else {
validate68.errors = [{instancePath:instancePath+"/contractAddress",schemaPath:"#/components/schemas/EvmAddress/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cumulativeGasUsed !== undefined){
let data3 = data.cumulativeGasUsed;
const _errs13 = errors;
if(data3 !== null){
const _errs15 = errors;
if(errors === _errs15){
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
validate68.errors = [{instancePath:instancePath+"/cumulativeGasUsed",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate68.errors = [{instancePath:instancePath+"/cumulativeGasUsed",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.effectiveGasPrice !== undefined){
let data4 = data.effectiveGasPrice;
const _errs17 = errors;
if(data4 !== null){
const _errs19 = errors;
if(errors === _errs19){
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
validate68.errors = [{instancePath:instancePath+"/effectiveGasPrice",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate68.errors = [{instancePath:instancePath+"/effectiveGasPrice",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.from !== undefined){
let data5 = data.from;
const _errs21 = errors;
if(data5 !== null){
const _errs23 = errors;
if(errors === _errs23){
if(typeof data5 === "string"){
if(!pattern4.test(data5)){
validate68.errors = [{instancePath:instancePath+"/from",schemaPath:"#/components/schemas/EvmAddress/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{40}$"}}];
return false;
}
}
else {
validate68.errors = [{instancePath:instancePath+"/from",schemaPath:"#/components/schemas/EvmAddress/type",keyword:"type",params:{type: "string"}}];
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
if(data.gasUsed !== undefined){
let data6 = data.gasUsed;
const _errs25 = errors;
if(data6 !== null){
const _errs27 = errors;
if(errors === _errs27){
if(typeof data6 === "string"){
if(!pattern0.test(data6)){
validate68.errors = [{instancePath:instancePath+"/gasUsed",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate68.errors = [{instancePath:instancePath+"/gasUsed",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs25 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.logs !== undefined){
let data7 = data.logs;
const _errs29 = errors;
if(data7 !== null){
if(!(validate69(data7, {instancePath:instancePath+"/logs",parentData:data,parentDataProperty:"logs",rootData}))){
vErrors = vErrors === null ? validate69.errors : vErrors.concat(validate69.errors);
errors = vErrors.length;
}
}
var valid0 = _errs29 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.logsBloom !== undefined){
let data8 = data.logsBloom;
const _errs31 = errors;
if(data8 !== null){
const _errs33 = errors;
if(errors === _errs33){
if(typeof data8 === "string"){
if(!pattern44.test(data8)){
validate68.errors = [{instancePath:instancePath+"/logsBloom",schemaPath:"#/components/schemas/LogsBloom/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{512}$"}}];
return false;
}
}
else {
validate68.errors = [{instancePath:instancePath+"/logsBloom",schemaPath:"#/components/schemas/LogsBloom/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs31 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.to !== undefined){
let data9 = data.to;
const _errs35 = errors;
if(data9 !== null){
const _errs37 = errors;
if(errors === _errs37){
if(typeof data9 === "string"){
if(!pattern4.test(data9)){
validate68.errors = [{instancePath:instancePath+"/to",schemaPath:"#/components/schemas/EvmAddress/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{40}$"}}];
return false;
}
}
else {
validate68.errors = [{instancePath:instancePath+"/to",schemaPath:"#/components/schemas/EvmAddress/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs35 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.transactionHash !== undefined){
let data10 = data.transactionHash;
const _errs39 = errors;
if(data10 !== null){
const _errs41 = errors;
if(errors === _errs41){
if(typeof data10 === "string"){
if(!pattern7.test(data10)){
validate68.errors = [{instancePath:instancePath+"/transactionHash",schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate68.errors = [{instancePath:instancePath+"/transactionHash",schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs39 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.transactionIndex !== undefined){
let data11 = data.transactionIndex;
const _errs43 = errors;
if(data11 !== null){
const _errs45 = errors;
if(errors === _errs45){
if(typeof data11 === "string"){
if(!pattern0.test(data11)){
validate68.errors = [{instancePath:instancePath+"/transactionIndex",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate68.errors = [{instancePath:instancePath+"/transactionIndex",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs43 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.type !== undefined){
let data12 = data.type;
const _errs47 = errors;
if(data12 !== null){
const _errs49 = errors;
if(errors === _errs49){
if(typeof data12 === "string"){
if(!pattern0.test(data12)){
validate68.errors = [{instancePath:instancePath+"/type",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate68.errors = [{instancePath:instancePath+"/type",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs47 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.root !== undefined){
let data13 = data.root;
const _errs51 = errors;
if(data13 !== null){
const _errs53 = errors;
if(errors === _errs53){
if(typeof data13 === "string"){
if(!pattern7.test(data13)){
validate68.errors = [{instancePath:instancePath+"/root",schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate68.errors = [{instancePath:instancePath+"/root",schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs51 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data14 = data.status;
const _errs55 = errors;
if(data14 !== null){
const _errs57 = errors;
if(errors === _errs57){
if(typeof data14 === "string"){
if(!pattern0.test(data14)){
validate68.errors = [{instancePath:instancePath+"/status",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate68.errors = [{instancePath:instancePath+"/status",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs55 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blobGasUsed !== undefined){
const _errs59 = errors;
var valid0 = _errs59 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blobGasPrice !== undefined){
const _errs60 = errors;
var valid0 = _errs60 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.l1BlockNumber !== undefined){
const _errs61 = errors;
var valid0 = _errs61 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.gasUsedForL1 !== undefined){
const _errs62 = errors;
var valid0 = _errs62 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeboosted !== undefined){
const _errs63 = errors;
var valid0 = _errs63 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.l1Fee !== undefined){
const _errs64 = errors;
var valid0 = _errs64 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.l1GasPrice !== undefined){
const _errs65 = errors;
var valid0 = _errs65 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.l1GasUsed !== undefined){
const _errs66 = errors;
var valid0 = _errs66 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.l1FeeScalar !== undefined){
const _errs67 = errors;
var valid0 = _errs67 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.l1BlobBaseFee !== undefined){
const _errs68 = errors;
var valid0 = _errs68 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.l1BaseFeeScalar !== undefined){
const _errs69 = errors;
var valid0 = _errs69 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.l1BlobBaseFeeScalar !== undefined){
const _errs70 = errors;
var valid0 = _errs70 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.depositNonce !== undefined){
const _errs71 = errors;
var valid0 = _errs71 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.depositReceiptVersion !== undefined){
const _errs72 = errors;
var valid0 = _errs72 === errors;
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
validate68.errors = [{instancePath,schemaPath:"#/components/schemas/ReceiptFields/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate68.errors = vErrors;
return errors === 0;
}


function validate67(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(!(validate68(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate68.errors : vErrors.concat(validate68.errors);
errors = vErrors.length;
}
var valid0 = _errs0 === errors;
if(valid0){
const _errs1 = errors;
var valid0 = _errs1 === errors;
}
validate67.errors = vErrors;
return errors === 0;
}


function validate66(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data !== null){
if(!(validate67(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors);
errors = vErrors.length;
}
}
validate66.errors = vErrors;
return errors === 0;
}


function validate65(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(validate66(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate66.errors : vErrors.concat(validate66.errors);
errors = vErrors.length;
}
validate65.errors = vErrors;
return errors === 0;
}

const getTokenAccountsByOwner_params = validate75;
const pattern79 = new RegExp("^[1-9A-HJ-NP-Za-km-z]{32,44}$", "u");

function validate76(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 1){
validate76.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountsFilter/maxProperties",keyword:"maxProperties",params:{limit: 1}}];
return false;
}
else {
if(Object.keys(data).length < 1){
validate76.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountsFilter/minProperties",keyword:"minProperties",params:{limit: 1}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "mint") || (key0 === "programId"))){
validate76.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountsFilter/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
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
if(!pattern79.test(data0)){
validate76.errors = [{instancePath:instancePath+"/mint",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate76.errors = [{instancePath:instancePath+"/mint",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
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
if(!pattern79.test(data1)){
validate76.errors = [{instancePath:instancePath+"/programId",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate76.errors = [{instancePath:instancePath+"/programId",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
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
validate76.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountsFilter/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate76.errors = vErrors;
return errors === 0;
}

const schema136 = {"type":"object","properties":{"commitment":{"unlessNull":{"$ref":"#/components/schemas/Commitment"}},"encoding":{"unlessNull":{"$ref":"#/components/schemas/AccountEncoding"}},"dataSlice":{"unlessNull":{"$ref":"#/components/schemas/DataSlice"}},"minContextSlot":{"unlessNull":{"$ref":"#/components/schemas/MinContextSlot"}}},"dependencies":{"dataSlice":{"properties":{"encoding":{"enum":["binary","base58","base64","base64+zstd"]}}}}};
const schema137 = {"type":"string","enum":["processed","confirmed","finalized"]};
const schema138 = {"type":"string","enum":["binary","base58","base64","jsonParsed","base64+zstd"]};

function validate78(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.dataSlice !== undefined){
const _errs1 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.encoding !== undefined){
let data0 = data.encoding;
if(!((((data0 === "binary") || (data0 === "base58")) || (data0 === "base64")) || (data0 === "base64+zstd"))){
validate78.errors = [{instancePath:instancePath+"/encoding",schemaPath:"#/components/schemas/TokenAccountsConfig/dependencies/dataSlice/properties/encoding/enum",keyword:"enum",params:{allowedValues: schema136.dependencies.dataSlice.properties.encoding.enum}}];
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
validate78.errors = [{instancePath:instancePath+"/commitment",schemaPath:"#/components/schemas/Commitment/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((data1 === "processed") || (data1 === "confirmed")) || (data1 === "finalized"))){
validate78.errors = [{instancePath:instancePath+"/commitment",schemaPath:"#/components/schemas/Commitment/enum",keyword:"enum",params:{allowedValues: schema137.enum}}];
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
validate78.errors = [{instancePath:instancePath+"/encoding",schemaPath:"#/components/schemas/AccountEncoding/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((((data2 === "binary") || (data2 === "base58")) || (data2 === "base64")) || (data2 === "jsonParsed")) || (data2 === "base64+zstd"))){
validate78.errors = [{instancePath:instancePath+"/encoding",schemaPath:"#/components/schemas/AccountEncoding/enum",keyword:"enum",params:{allowedValues: schema138.enum}}];
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
validate78.errors = [{instancePath:instancePath+"/dataSlice",schemaPath:"#/components/schemas/DataSlice/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data3.offset !== undefined){
let data4 = data3.offset;
const _errs15 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate78.errors = [{instancePath:instancePath+"/dataSlice/offset",schemaPath:"#/components/schemas/DataSlice/properties/offset/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs15){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 18446744073709552000 || isNaN(data4)){
validate78.errors = [{instancePath:instancePath+"/dataSlice/offset",schemaPath:"#/components/schemas/DataSlice/properties/offset/maximum",keyword:"maximum",params:{comparison: "<=", limit: 18446744073709552000}}];
return false;
}
else {
if(data4 < 0 || isNaN(data4)){
validate78.errors = [{instancePath:instancePath+"/dataSlice/offset",schemaPath:"#/components/schemas/DataSlice/properties/offset/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
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
validate78.errors = [{instancePath:instancePath+"/dataSlice/length",schemaPath:"#/components/schemas/DataSlice/properties/length/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs17){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 18446744073709552000 || isNaN(data5)){
validate78.errors = [{instancePath:instancePath+"/dataSlice/length",schemaPath:"#/components/schemas/DataSlice/properties/length/maximum",keyword:"maximum",params:{comparison: "<=", limit: 18446744073709552000}}];
return false;
}
else {
if(data5 < 0 || isNaN(data5)){
validate78.errors = [{instancePath:instancePath+"/dataSlice/length",schemaPath:"#/components/schemas/DataSlice/properties/length/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
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
validate78.errors = [{instancePath:instancePath+"/dataSlice",schemaPath:"#/components/schemas/DataSlice/type",keyword:"type",params:{type: "object"}}];
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
validate78.errors = [{instancePath:instancePath+"/minContextSlot",schemaPath:"#/components/schemas/MinContextSlot/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs21){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 18446744073709552000 || isNaN(data6)){
validate78.errors = [{instancePath:instancePath+"/minContextSlot",schemaPath:"#/components/schemas/MinContextSlot/maximum",keyword:"maximum",params:{comparison: "<=", limit: 18446744073709552000}}];
return false;
}
else {
if(data6 < 0 || isNaN(data6)){
validate78.errors = [{instancePath:instancePath+"/minContextSlot",schemaPath:"#/components/schemas/MinContextSlot/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
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
validate78.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountsConfig/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate78.errors = vErrors;
return errors === 0;
}


function validate75(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 3){
validate75.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 3}}];
return false;
}
else {
if(data.length < 2){
validate75.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 2}}];
return false;
}
else {
const len0 = data.length;
if(!(len0 <= 3)){
validate75.errors = [{instancePath,schemaPath:"#/additionalItems",keyword:"additionalItems",params:{limit: 3}}];
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
if(!pattern79.test(data0)){
validate75.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate75.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs1 === errors;
}
if(valid0){
if(len1 > 1){
const _errs4 = errors;
if(!(validate76(data[1], {instancePath:instancePath+"/1",parentData:data,parentDataProperty:1,rootData}))){
vErrors = vErrors === null ? validate76.errors : vErrors.concat(validate76.errors);
errors = vErrors.length;
}
var valid0 = _errs4 === errors;
}
if(valid0){
if(len1 > 2){
let data2 = data[2];
const _errs5 = errors;
if(data2 !== null){
if(!(validate78(data2, {instancePath:instancePath+"/2",parentData:data,parentDataProperty:2,rootData}))){
vErrors = vErrors === null ? validate78.errors : vErrors.concat(validate78.errors);
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
validate75.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate75.errors = vErrors;
return errors === 0;
}

const getTokenAccountsByOwner_result = validate80;
const schema154 = {"type":"array","minItems":2,"maxItems":2,"items":[{"type":"string"},{"type":"string","enum":["base58","base64","base64+zstd"]}]};
const pattern85 = new RegExp("^(?:0|[1-9][0-9]{0,19})$", "u");

function validate86(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.amount === undefined) && (missing0 = "amount")) || ((data.decimals === undefined) && (missing0 = "decimals"))) || ((data.uiAmount === undefined) && (missing0 = "uiAmount"))) || ((data.uiAmountString === undefined) && (missing0 = "uiAmountString"))){
validate86.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAmount/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.amount !== undefined){
let data0 = data.amount;
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern85.test(data0)){
validate86.errors = [{instancePath:instancePath+"/amount",schemaPath:"#/components/schemas/RawAmount/pattern",keyword:"pattern",params:{pattern: "^(?:0|[1-9][0-9]{0,19})$"}}];
return false;
}
}
else {
validate86.errors = [{instancePath:instancePath+"/amount",schemaPath:"#/components/schemas/RawAmount/type",keyword:"type",params:{type: "string"}}];
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
validate86.errors = [{instancePath:instancePath+"/decimals",schemaPath:"#/components/schemas/TokenAmount/properties/decimals/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs4){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 255 || isNaN(data1)){
validate86.errors = [{instancePath:instancePath+"/decimals",schemaPath:"#/components/schemas/TokenAmount/properties/decimals/maximum",keyword:"maximum",params:{comparison: "<=", limit: 255}}];
return false;
}
else {
if(data1 < 0 || isNaN(data1)){
validate86.errors = [{instancePath:instancePath+"/decimals",schemaPath:"#/components/schemas/TokenAmount/properties/decimals/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
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
validate86.errors = [{instancePath:instancePath+"/uiAmount",schemaPath:"#/components/schemas/TokenAmount/properties/uiAmount/unlessNull/type",keyword:"type",params:{type: "number"}}];
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
const _errs9 = errors;
if(typeof data.uiAmountString !== "string"){
validate86.errors = [{instancePath:instancePath+"/uiAmountString",schemaPath:"#/components/schemas/TokenAmount/properties/uiAmountString/type",keyword:"type",params:{type: "string"}}];
return false;
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
validate86.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAmount/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate86.errors = vErrors;
return errors === 0;
}


function validate85(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.isNative === undefined) && (missing0 = "isNative")) || ((data.mint === undefined) && (missing0 = "mint"))) || ((data.owner === undefined) && (missing0 = "owner"))) || ((data.tokenAmount === undefined) && (missing0 = "tokenAmount"))){
validate85.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountInfo/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.isNative !== undefined){
const _errs1 = errors;
if(typeof data.isNative !== "boolean"){
validate85.errors = [{instancePath:instancePath+"/isNative",schemaPath:"#/components/schemas/TokenAccountInfo/properties/isNative/type",keyword:"type",params:{type: "boolean"}}];
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
if(!pattern79.test(data1)){
validate85.errors = [{instancePath:instancePath+"/mint",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate85.errors = [{instancePath:instancePath+"/mint",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
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
if(!pattern79.test(data2)){
validate85.errors = [{instancePath:instancePath+"/owner",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate85.errors = [{instancePath:instancePath+"/owner",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
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
validate85.errors = [{instancePath:instancePath+"/state",schemaPath:"#/components/schemas/TokenAccountInfo/properties/state/type",keyword:"type",params:{type: "string"}}];
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
if(!(validate86(data.tokenAmount, {instancePath:instancePath+"/tokenAmount",parentData:data,parentDataProperty:"tokenAmount",rootData}))){
vErrors = vErrors === null ? validate86.errors : vErrors.concat(validate86.errors);
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
if(!pattern79.test(data5)){
validate85.errors = [{instancePath:instancePath+"/delegate",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate85.errors = [{instancePath:instancePath+"/delegate",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
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
if(!(validate86(data6, {instancePath:instancePath+"/delegatedAmount",parentData:data,parentDataProperty:"delegatedAmount",rootData}))){
vErrors = vErrors === null ? validate86.errors : vErrors.concat(validate86.errors);
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
validate85.errors = vErrors;
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
validate85.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountInfo/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate85.errors = vErrors;
return errors === 0;
}


function validate84(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.program === undefined) && (missing0 = "program")) || ((data.parsed === undefined) && (missing0 = "parsed"))){
validate84.errors = [{instancePath,schemaPath:"#/components/schemas/ParsedAccountData/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.program !== undefined){
const _errs1 = errors;
if(typeof data.program !== "string"){
validate84.errors = [{instancePath:instancePath+"/program",schemaPath:"#/components/schemas/ParsedAccountData/properties/program/type",keyword:"type",params:{type: "string"}}];
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
validate84.errors = [{instancePath:instancePath+"/parsed",schemaPath:"#/components/schemas/ParsedAccountData/properties/parsed/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data1.type !== undefined){
const _errs5 = errors;
if(typeof data1.type !== "string"){
validate84.errors = [{instancePath:instancePath+"/parsed/type",schemaPath:"#/components/schemas/ParsedAccountData/properties/parsed/properties/type/type",keyword:"type",params:{type: "string"}}];
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
if(!(validate85(data1.info, {instancePath:instancePath+"/parsed/info",parentData:data1,parentDataProperty:"info",rootData}))){
vErrors = vErrors === null ? validate85.errors : vErrors.concat(validate85.errors);
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
validate84.errors = [{instancePath:instancePath+"/parsed",schemaPath:"#/components/schemas/ParsedAccountData/properties/parsed/type",keyword:"type",params:{type: "object"}}];
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
validate84.errors = [{instancePath:instancePath+"/space",schemaPath:"#/components/schemas/ParsedAccountData/properties/space/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs8){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 0 || isNaN(data4)){
validate84.errors = [{instancePath:instancePath+"/space",schemaPath:"#/components/schemas/ParsedAccountData/properties/space/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
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
validate84.errors = [{instancePath,schemaPath:"#/components/schemas/ParsedAccountData/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate84.errors = vErrors;
return errors === 0;
}


function validate83(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.data === undefined) && (missing0 = "data")) || ((data.executable === undefined) && (missing0 = "executable"))) || ((data.lamports === undefined) && (missing0 = "lamports"))) || ((data.owner === undefined) && (missing0 = "owner"))) || ((data.rentEpoch === undefined) && (missing0 = "rentEpoch"))){
validate83.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccount/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.data !== undefined){
let data0 = data.data;
const _errs1 = errors;
const _errs2 = errors;
let valid1 = false;
const _errs3 = errors;
if(!(validate84(data0, {instancePath:instancePath+"/data",parentData:data,parentDataProperty:"data",rootData}))){
vErrors = vErrors === null ? validate84.errors : vErrors.concat(validate84.errors);
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
const err4 = {instancePath:instancePath+"/data/1",schemaPath:"#/components/schemas/EncodedAccountData/items/1/enum",keyword:"enum",params:{allowedValues: schema154.items[1].enum}};
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
validate83.errors = vErrors;
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
validate83.errors = [{instancePath:instancePath+"/executable",schemaPath:"#/components/schemas/TokenAccount/properties/executable/type",keyword:"type",params:{type: "boolean"}}];
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
validate83.errors = [{instancePath:instancePath+"/lamports",schemaPath:"#/components/schemas/TokenAccount/properties/lamports/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs16){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 0 || isNaN(data4)){
validate83.errors = [{instancePath:instancePath+"/lamports",schemaPath:"#/components/schemas/TokenAccount/properties/lamports/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
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
if(!pattern79.test(data5)){
validate83.errors = [{instancePath:instancePath+"/owner",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate83.errors = [{instancePath:instancePath+"/owner",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
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
validate83.errors = [{instancePath:instancePath+"/rentEpoch",schemaPath:"#/components/schemas/TokenAccount/properties/rentEpoch/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs21){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < 0 || isNaN(data6)){
validate83.errors = [{instancePath:instancePath+"/rentEpoch",schemaPath:"#/components/schemas/TokenAccount/properties/rentEpoch/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
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
validate83.errors = [{instancePath:instancePath+"/space",schemaPath:"#/components/schemas/TokenAccount/properties/space/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs23){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 < 0 || isNaN(data7)){
validate83.errors = [{instancePath:instancePath+"/space",schemaPath:"#/components/schemas/TokenAccount/properties/space/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
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
validate83.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccount/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate83.errors = vErrors;
return errors === 0;
}


function validate82(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.pubkey === undefined) && (missing0 = "pubkey")) || ((data.account === undefined) && (missing0 = "account"))){
validate82.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountEntry/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.pubkey !== undefined){
let data0 = data.pubkey;
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern79.test(data0)){
validate82.errors = [{instancePath:instancePath+"/pubkey",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate82.errors = [{instancePath:instancePath+"/pubkey",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
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
if(!(validate83(data.account, {instancePath:instancePath+"/account",parentData:data,parentDataProperty:"account",rootData}))){
vErrors = vErrors === null ? validate83.errors : vErrors.concat(validate83.errors);
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
validate82.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountEntry/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate82.errors = vErrors;
return errors === 0;
}


function validate81(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.context === undefined) && (missing0 = "context")) || ((data.value === undefined) && (missing0 = "value"))){
validate81.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountsResult/required",keyword:"required",params:{missingProperty: missing0}}];
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
validate81.errors = [{instancePath:instancePath+"/context",schemaPath:"#/components/schemas/ResultContext/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data0.slot !== undefined){
let data1 = data0.slot;
const _errs4 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate81.errors = [{instancePath:instancePath+"/context/slot",schemaPath:"#/components/schemas/ResultContext/properties/slot/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs4){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 0 || isNaN(data1)){
validate81.errors = [{instancePath:instancePath+"/context/slot",schemaPath:"#/components/schemas/ResultContext/properties/slot/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
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
validate81.errors = [{instancePath:instancePath+"/context/apiVersion",schemaPath:"#/components/schemas/ResultContext/properties/apiVersion/type",keyword:"type",params:{type: "string"}}];
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
validate81.errors = [{instancePath:instancePath+"/context",schemaPath:"#/components/schemas/ResultContext/type",keyword:"type",params:{type: "object"}}];
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
if(!(validate82(data3[i0], {instancePath:instancePath+"/value/" + i0,parentData:data3,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate82.errors : vErrors.concat(validate82.errors);
errors = vErrors.length;
}
var valid3 = _errs10 === errors;
if(!valid3){
break;
}
}
}
else {
validate81.errors = [{instancePath:instancePath+"/value",schemaPath:"#/components/schemas/TokenAccountsResult/properties/value/type",keyword:"type",params:{type: "array"}}];
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
validate81.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountsResult/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate81.errors = vErrors;
return errors === 0;
}


function validate80(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(validate81(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate81.errors : vErrors.concat(validate81.errors);
errors = vErrors.length;
}
validate80.errors = vErrors;
return errors === 0;
}

const getTokenAccountsByOwner_structure = validate94;

function validate100(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.amount !== undefined){
let data0 = data.amount;
const _errs1 = errors;
if(data0 !== null){
if(typeof data0 !== "string"){
validate100.errors = [{instancePath:instancePath+"/amount",schemaPath:"#/components/schemas/RawAmount/type",keyword:"type",params:{type: "string"}}];
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
const _errs5 = errors;
if(data1 !== null){
const _errs6 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate100.errors = [{instancePath:instancePath+"/decimals",schemaPath:"#/components/schemas/TokenAmount/properties/decimals/unlessNull/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs6){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 255 || isNaN(data1)){
validate100.errors = [{instancePath:instancePath+"/decimals",schemaPath:"#/components/schemas/TokenAmount/properties/decimals/unlessNull/maximum",keyword:"maximum",params:{comparison: "<=", limit: 255}}];
return false;
}
else {
if(data1 < 0 || isNaN(data1)){
validate100.errors = [{instancePath:instancePath+"/decimals",schemaPath:"#/components/schemas/TokenAmount/properties/decimals/unlessNull/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.uiAmount !== undefined){
let data2 = data.uiAmount;
const _errs8 = errors;
if(data2 !== null){
if(!((typeof data2 == "number") && (isFinite(data2)))){
validate100.errors = [{instancePath:instancePath+"/uiAmount",schemaPath:"#/components/schemas/TokenAmount/properties/uiAmount/unlessNull/type",keyword:"type",params:{type: "number"}}];
return false;
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.uiAmountString !== undefined){
let data3 = data.uiAmountString;
const _errs11 = errors;
if(data3 !== null){
if(typeof data3 !== "string"){
validate100.errors = [{instancePath:instancePath+"/uiAmountString",schemaPath:"#/components/schemas/TokenAmount/properties/uiAmountString/unlessNull/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate100.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAmount/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate100.errors = vErrors;
return errors === 0;
}


function validate99(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.isNative !== undefined){
let data0 = data.isNative;
const _errs1 = errors;
if(data0 !== null){
if(typeof data0 !== "boolean"){
validate99.errors = [{instancePath:instancePath+"/isNative",schemaPath:"#/components/schemas/TokenAccountInfo/properties/isNative/unlessNull/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.mint !== undefined){
let data1 = data.mint;
const _errs4 = errors;
if(data1 !== null){
const _errs6 = errors;
if(errors === _errs6){
if(typeof data1 === "string"){
if(!pattern79.test(data1)){
validate99.errors = [{instancePath:instancePath+"/mint",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate99.errors = [{instancePath:instancePath+"/mint",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.owner !== undefined){
let data2 = data.owner;
const _errs8 = errors;
if(data2 !== null){
const _errs10 = errors;
if(errors === _errs10){
if(typeof data2 === "string"){
if(!pattern79.test(data2)){
validate99.errors = [{instancePath:instancePath+"/owner",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate99.errors = [{instancePath:instancePath+"/owner",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.state !== undefined){
let data3 = data.state;
const _errs12 = errors;
if(data3 !== null){
if(typeof data3 !== "string"){
validate99.errors = [{instancePath:instancePath+"/state",schemaPath:"#/components/schemas/TokenAccountInfo/properties/state/unlessNull/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tokenAmount !== undefined){
let data4 = data.tokenAmount;
const _errs15 = errors;
if(data4 !== null){
if(!(validate100(data4, {instancePath:instancePath+"/tokenAmount",parentData:data,parentDataProperty:"tokenAmount",rootData}))){
vErrors = vErrors === null ? validate100.errors : vErrors.concat(validate100.errors);
errors = vErrors.length;
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.delegate !== undefined){
let data5 = data.delegate;
const _errs17 = errors;
if(data5 !== null){
const _errs19 = errors;
if(errors === _errs19){
if(typeof data5 === "string"){
if(!pattern79.test(data5)){
validate99.errors = [{instancePath:instancePath+"/delegate",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate99.errors = [{instancePath:instancePath+"/delegate",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.delegatedAmount !== undefined){
let data6 = data.delegatedAmount;
const _errs21 = errors;
if(data6 !== null){
const _errs23 = errors;
let valid11 = false;
const _errs24 = errors;
if(!(validate100(data6, {instancePath:instancePath+"/delegatedAmount",parentData:data,parentDataProperty:"delegatedAmount",rootData}))){
vErrors = vErrors === null ? validate100.errors : vErrors.concat(validate100.errors);
errors = vErrors.length;
}
var _valid7 = _errs24 === errors;
valid11 = valid11 || _valid7;
if(!valid11){
const _errs25 = errors;
if(!((typeof data6 == "number") && (isFinite(data6)))){
const err0 = {instancePath:instancePath+"/delegatedAmount",schemaPath:"#/components/schemas/TokenAccountInfo/properties/delegatedAmount/unlessNull/anyOf/1/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid7 = _errs25 === errors;
valid11 = valid11 || _valid7;
}
if(!valid11){
const err1 = {instancePath:instancePath+"/delegatedAmount",schemaPath:"#/components/schemas/TokenAccountInfo/properties/delegatedAmount/unlessNull/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate99.errors = vErrors;
return false;
}
else {
errors = _errs23;
if(vErrors !== null){
if(_errs23){
vErrors.length = _errs23;
}
else {
vErrors = null;
}
}
}
}
var valid0 = _errs21 === errors;
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
validate99.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountInfo/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate99.errors = vErrors;
return errors === 0;
}


function validate98(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.program !== undefined){
let data0 = data.program;
const _errs1 = errors;
if(data0 !== null){
if(typeof data0 !== "string"){
validate98.errors = [{instancePath:instancePath+"/program",schemaPath:"#/components/schemas/ParsedAccountData/properties/program/unlessNull/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.parsed !== undefined){
let data1 = data.parsed;
const _errs4 = errors;
if(data1 !== null){
const _errs5 = errors;
if(errors === _errs5){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.type !== undefined){
let data2 = data1.type;
const _errs7 = errors;
if(data2 !== null){
if(typeof data2 !== "string"){
validate98.errors = [{instancePath:instancePath+"/parsed/type",schemaPath:"#/components/schemas/ParsedAccountData/properties/parsed/unlessNull/properties/type/unlessNull/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid3 = _errs7 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data1.info !== undefined){
let data3 = data1.info;
const _errs10 = errors;
if(data3 !== null){
if(!(validate99(data3, {instancePath:instancePath+"/parsed/info",parentData:data1,parentDataProperty:"info",rootData}))){
vErrors = vErrors === null ? validate99.errors : vErrors.concat(validate99.errors);
errors = vErrors.length;
}
}
var valid3 = _errs10 === errors;
}
else {
var valid3 = true;
}
}
}
else {
validate98.errors = [{instancePath:instancePath+"/parsed",schemaPath:"#/components/schemas/ParsedAccountData/properties/parsed/unlessNull/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.space !== undefined){
let data4 = data.space;
const _errs12 = errors;
if(data4 !== null){
const _errs13 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate98.errors = [{instancePath:instancePath+"/space",schemaPath:"#/components/schemas/ParsedAccountData/properties/space/unlessNull/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs13){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 0 || isNaN(data4)){
validate98.errors = [{instancePath:instancePath+"/space",schemaPath:"#/components/schemas/ParsedAccountData/properties/space/unlessNull/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate98.errors = [{instancePath,schemaPath:"#/components/schemas/ParsedAccountData/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate98.errors = vErrors;
return errors === 0;
}


function validate97(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
let data0 = data.data;
const _errs1 = errors;
if(data0 !== null){
const _errs3 = errors;
let valid2 = false;
const _errs4 = errors;
if(!(validate98(data0, {instancePath:instancePath+"/data",parentData:data,parentDataProperty:"data",rootData}))){
vErrors = vErrors === null ? validate98.errors : vErrors.concat(validate98.errors);
errors = vErrors.length;
}
var _valid1 = _errs4 === errors;
valid2 = valid2 || _valid1;
if(!valid2){
const _errs5 = errors;
const _errs6 = errors;
if(errors === _errs6){
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
const _errs8 = errors;
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
var valid4 = _errs8 === errors;
}
if(valid4){
if(len0 > 1){
const _errs10 = errors;
if(typeof data0[1] !== "string"){
const err3 = {instancePath:instancePath+"/data/1",schemaPath:"#/components/schemas/EncodedAccountData/items/1/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var valid4 = _errs10 === errors;
}
}
}
}
}
else {
const err4 = {instancePath:instancePath+"/data",schemaPath:"#/components/schemas/EncodedAccountData/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var _valid1 = _errs5 === errors;
valid2 = valid2 || _valid1;
if(!valid2){
const _errs12 = errors;
if(typeof data0 !== "string"){
const err5 = {instancePath:instancePath+"/data",schemaPath:"#/components/schemas/LegacyAccountData/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var _valid1 = _errs12 === errors;
valid2 = valid2 || _valid1;
}
}
if(!valid2){
const err6 = {instancePath:instancePath+"/data",schemaPath:"#/components/schemas/TokenAccount/properties/data/unlessNull/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
validate97.errors = vErrors;
return false;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
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
let data3 = data.executable;
const _errs15 = errors;
if(data3 !== null){
if(typeof data3 !== "boolean"){
validate97.errors = [{instancePath:instancePath+"/executable",schemaPath:"#/components/schemas/TokenAccount/properties/executable/unlessNull/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.lamports !== undefined){
let data4 = data.lamports;
const _errs18 = errors;
if(data4 !== null){
const _errs19 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate97.errors = [{instancePath:instancePath+"/lamports",schemaPath:"#/components/schemas/TokenAccount/properties/lamports/unlessNull/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs19){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 0 || isNaN(data4)){
validate97.errors = [{instancePath:instancePath+"/lamports",schemaPath:"#/components/schemas/TokenAccount/properties/lamports/unlessNull/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.owner !== undefined){
let data5 = data.owner;
const _errs21 = errors;
if(data5 !== null){
const _errs23 = errors;
if(errors === _errs23){
if(typeof data5 === "string"){
if(!pattern79.test(data5)){
validate97.errors = [{instancePath:instancePath+"/owner",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate97.errors = [{instancePath:instancePath+"/owner",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
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
if(data.rentEpoch !== undefined){
let data6 = data.rentEpoch;
const _errs25 = errors;
if(data6 !== null){
const _errs26 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate97.errors = [{instancePath:instancePath+"/rentEpoch",schemaPath:"#/components/schemas/TokenAccount/properties/rentEpoch/unlessNull/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs26){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < 0 || isNaN(data6)){
validate97.errors = [{instancePath:instancePath+"/rentEpoch",schemaPath:"#/components/schemas/TokenAccount/properties/rentEpoch/unlessNull/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs25 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.space !== undefined){
let data7 = data.space;
const _errs28 = errors;
if(data7 !== null){
const _errs29 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate97.errors = [{instancePath:instancePath+"/space",schemaPath:"#/components/schemas/TokenAccount/properties/space/unlessNull/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs29){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 < 0 || isNaN(data7)){
validate97.errors = [{instancePath:instancePath+"/space",schemaPath:"#/components/schemas/TokenAccount/properties/space/unlessNull/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs28 === errors;
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
else {
validate97.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccount/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate97.errors = vErrors;
return errors === 0;
}


function validate96(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.pubkey !== undefined){
let data0 = data.pubkey;
const _errs1 = errors;
if(data0 !== null){
const _errs3 = errors;
if(errors === _errs3){
if(typeof data0 === "string"){
if(!pattern79.test(data0)){
validate96.errors = [{instancePath:instancePath+"/pubkey",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate96.errors = [{instancePath:instancePath+"/pubkey",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
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
if(data.account !== undefined){
let data1 = data.account;
const _errs5 = errors;
if(data1 !== null){
if(!(validate97(data1, {instancePath:instancePath+"/account",parentData:data,parentDataProperty:"account",rootData}))){
vErrors = vErrors === null ? validate97.errors : vErrors.concat(validate97.errors);
errors = vErrors.length;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
}
}
else {
validate96.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountEntry/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate96.errors = vErrors;
return errors === 0;
}


function validate95(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.context !== undefined){
let data0 = data.context;
const _errs1 = errors;
if(data0 !== null){
const _errs3 = errors;
if(errors === _errs3){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.slot !== undefined){
let data1 = data0.slot;
const _errs5 = errors;
if(data1 !== null){
const _errs6 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate95.errors = [{instancePath:instancePath+"/context/slot",schemaPath:"#/components/schemas/ResultContext/properties/slot/unlessNull/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs6){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 0 || isNaN(data1)){
validate95.errors = [{instancePath:instancePath+"/context/slot",schemaPath:"#/components/schemas/ResultContext/properties/slot/unlessNull/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid3 = _errs5 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data0.apiVersion !== undefined){
let data2 = data0.apiVersion;
const _errs8 = errors;
if(data2 !== null){
if(typeof data2 !== "string"){
validate95.errors = [{instancePath:instancePath+"/context/apiVersion",schemaPath:"#/components/schemas/ResultContext/properties/apiVersion/unlessNull/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid3 = _errs8 === errors;
}
else {
var valid3 = true;
}
}
}
else {
validate95.errors = [{instancePath:instancePath+"/context",schemaPath:"#/components/schemas/ResultContext/type",keyword:"type",params:{type: "object"}}];
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
if(data.value !== undefined){
let data3 = data.value;
const _errs11 = errors;
if(data3 !== null){
const _errs12 = errors;
if(errors === _errs12){
if(Array.isArray(data3)){
var valid7 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
const _errs14 = errors;
if(!(validate96(data3[i0], {instancePath:instancePath+"/value/" + i0,parentData:data3,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate96.errors : vErrors.concat(validate96.errors);
errors = vErrors.length;
}
var valid7 = _errs14 === errors;
if(!valid7){
break;
}
}
}
else {
validate95.errors = [{instancePath:instancePath+"/value",schemaPath:"#/components/schemas/TokenAccountsResult/properties/value/unlessNull/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
}
}
else {
validate95.errors = [{instancePath,schemaPath:"#/components/schemas/TokenAccountsResult/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate95.errors = vErrors;
return errors === 0;
}


function validate94(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(validate95(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate95.errors : vErrors.concat(validate95.errors);
errors = vErrors.length;
}
validate94.errors = vErrors;
return errors === 0;
}

const getTokenAccountBalance_params = validate108;

function validate109(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.commitment !== undefined){
let data0 = data.commitment;
if(data0 !== null){
if(typeof data0 !== "string"){
validate109.errors = [{instancePath:instancePath+"/commitment",schemaPath:"#/components/schemas/Commitment/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((data0 === "processed") || (data0 === "confirmed")) || (data0 === "finalized"))){
validate109.errors = [{instancePath:instancePath+"/commitment",schemaPath:"#/components/schemas/Commitment/enum",keyword:"enum",params:{allowedValues: schema137.enum}}];
return false;
}
}
}
}
else {
validate109.errors = [{instancePath,schemaPath:"#/components/schemas/BalanceConfig/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate109.errors = vErrors;
return errors === 0;
}


function validate108(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 2){
validate108.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 2}}];
return false;
}
else {
if(data.length < 1){
validate108.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1}}];
return false;
}
else {
const len0 = data.length;
if(!(len0 <= 2)){
validate108.errors = [{instancePath,schemaPath:"#/additionalItems",keyword:"additionalItems",params:{limit: 2}}];
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
if(!pattern79.test(data0)){
validate108.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate108.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
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
if(!(validate109(data1, {instancePath:instancePath+"/1",parentData:data,parentDataProperty:1,rootData}))){
vErrors = vErrors === null ? validate109.errors : vErrors.concat(validate109.errors);
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
validate108.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate108.errors = vErrors;
return errors === 0;
}

const getTokenAccountBalance_result = validate111;

function validate112(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.context === undefined) && (missing0 = "context")) || ((data.value === undefined) && (missing0 = "value"))){
validate112.errors = [{instancePath,schemaPath:"#/components/schemas/TokenBalanceResult/required",keyword:"required",params:{missingProperty: missing0}}];
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
validate112.errors = [{instancePath:instancePath+"/context",schemaPath:"#/components/schemas/ResultContext/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data0.slot !== undefined){
let data1 = data0.slot;
const _errs4 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate112.errors = [{instancePath:instancePath+"/context/slot",schemaPath:"#/components/schemas/ResultContext/properties/slot/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs4){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 0 || isNaN(data1)){
validate112.errors = [{instancePath:instancePath+"/context/slot",schemaPath:"#/components/schemas/ResultContext/properties/slot/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
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
validate112.errors = [{instancePath:instancePath+"/context/apiVersion",schemaPath:"#/components/schemas/ResultContext/properties/apiVersion/type",keyword:"type",params:{type: "string"}}];
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
validate112.errors = [{instancePath:instancePath+"/context",schemaPath:"#/components/schemas/ResultContext/type",keyword:"type",params:{type: "object"}}];
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
if(!(validate86(data.value, {instancePath:instancePath+"/value",parentData:data,parentDataProperty:"value",rootData}))){
vErrors = vErrors === null ? validate86.errors : vErrors.concat(validate86.errors);
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
validate112.errors = [{instancePath,schemaPath:"#/components/schemas/TokenBalanceResult/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate112.errors = vErrors;
return errors === 0;
}


function validate111(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(validate112(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate112.errors : vErrors.concat(validate112.errors);
errors = vErrors.length;
}
validate111.errors = vErrors;
return errors === 0;
}

const getTokenAccountBalance_structure = validate115;

function validate116(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.context !== undefined){
let data0 = data.context;
const _errs1 = errors;
if(data0 !== null){
const _errs3 = errors;
if(errors === _errs3){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.slot !== undefined){
let data1 = data0.slot;
const _errs5 = errors;
if(data1 !== null){
const _errs6 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate116.errors = [{instancePath:instancePath+"/context/slot",schemaPath:"#/components/schemas/ResultContext/properties/slot/unlessNull/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs6){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 0 || isNaN(data1)){
validate116.errors = [{instancePath:instancePath+"/context/slot",schemaPath:"#/components/schemas/ResultContext/properties/slot/unlessNull/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid3 = _errs5 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data0.apiVersion !== undefined){
let data2 = data0.apiVersion;
const _errs8 = errors;
if(data2 !== null){
if(typeof data2 !== "string"){
validate116.errors = [{instancePath:instancePath+"/context/apiVersion",schemaPath:"#/components/schemas/ResultContext/properties/apiVersion/unlessNull/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid3 = _errs8 === errors;
}
else {
var valid3 = true;
}
}
}
else {
validate116.errors = [{instancePath:instancePath+"/context",schemaPath:"#/components/schemas/ResultContext/type",keyword:"type",params:{type: "object"}}];
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
if(data.value !== undefined){
let data3 = data.value;
const _errs11 = errors;
if(data3 !== null){
if(!(validate100(data3, {instancePath:instancePath+"/value",parentData:data,parentDataProperty:"value",rootData}))){
vErrors = vErrors === null ? validate100.errors : vErrors.concat(validate100.errors);
errors = vErrors.length;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
}
}
else {
validate116.errors = [{instancePath,schemaPath:"#/components/schemas/TokenBalanceResult/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate116.errors = vErrors;
return errors === 0;
}


function validate115(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(validate116(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate116.errors : vErrors.concat(validate116.errors);
errors = vErrors.length;
}
validate115.errors = vErrors;
return errors === 0;
}

const eth_subscribe_params = validate119;
const schema190 = {"type":"string","enum":["newHeads","logs","newPendingTransactions"]};

function validate121(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.blockHash === undefined) && (missing0 = "blockHash")){
validate121.errors = [{instancePath,schemaPath:"#/components/schemas/ResumePoint/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.blockHash !== undefined){
let data0 = data.blockHash;
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern7.test(data0)){
validate121.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/components/schemas/Hash32/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]{64}$"}}];
return false;
}
}
else {
validate121.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/components/schemas/Hash32/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.logIndex !== undefined){
let data1 = data.logIndex;
const _errs4 = errors;
if(data1 !== null){
const _errs6 = errors;
if(errors === _errs6){
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
validate121.errors = [{instancePath:instancePath+"/logIndex",schemaPath:"#/components/schemas/Quantity/pattern",keyword:"pattern",params:{pattern: "^0x[0-9a-fA-F]+$"}}];
return false;
}
}
else {
validate121.errors = [{instancePath:instancePath+"/logIndex",schemaPath:"#/components/schemas/Quantity/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
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
validate121.errors = [{instancePath,schemaPath:"#/components/schemas/ResumePoint/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate121.errors = vErrors;
return errors === 0;
}


function validate120(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.behindLogs === undefined) && (missing0 = "behindLogs")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.after === undefined) && (missing1 = "after")){
validate120.errors = [{instancePath,schemaPath:"#/components/schemas/ResumeOptions/else/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
}
if(!valid0){
const err1 = {instancePath,schemaPath:"#/components/schemas/ResumeOptions/if",keyword:"if",params:{failingKeyword: "else"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate120.errors = vErrors;
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.after !== undefined){
const _errs4 = errors;
if(!(validate121(data.after, {instancePath:instancePath+"/after",parentData:data,parentDataProperty:"after",rootData}))){
vErrors = vErrors === null ? validate121.errors : vErrors.concat(validate121.errors);
errors = vErrors.length;
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.behindLogs !== undefined){
const _errs5 = errors;
if(typeof data.behindLogs !== "boolean"){
validate120.errors = [{instancePath:instancePath+"/behindLogs",schemaPath:"#/components/schemas/ResumeOptions/properties/behindLogs/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
}
}
else {
validate120.errors = [{instancePath,schemaPath:"#/components/schemas/ResumeOptions/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate120.errors = vErrors;
return errors === 0;
}


function validate124(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.address !== undefined){
let data0 = data.address;
const _errs1 = errors;
if(data0 !== null){
if(!(validate33(data0, {instancePath:instancePath+"/address",parentData:data,parentDataProperty:"address",rootData}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.topics !== undefined){
let data1 = data.topics;
const _errs3 = errors;
if(data1 !== null){
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data1)){
if(data1.length > 4){
validate124.errors = [{instancePath:instancePath+"/topics",schemaPath:"#/components/schemas/SubscriptionFilter/properties/topics/unlessNull/maxItems",keyword:"maxItems",params:{limit: 4}}];
return false;
}
else {
var valid3 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
const _errs6 = errors;
if(!(validate35(data1[i0], {instancePath:instancePath+"/topics/" + i0,parentData:data1,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors);
errors = vErrors.length;
}
var valid3 = _errs6 === errors;
if(!valid3){
break;
}
}
}
}
else {
validate124.errors = [{instancePath:instancePath+"/topics",schemaPath:"#/components/schemas/SubscriptionFilter/properties/topics/unlessNull/type",keyword:"type",params:{type: "array"}}];
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
if(data.after !== undefined){
const _errs7 = errors;
if(data.after !== null){
validate124.errors = [{instancePath:instancePath+"/after",schemaPath:"#/components/schemas/SubscriptionFilter/properties/after/type",keyword:"type",params:{type: "null"}}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate124.errors = [{instancePath,schemaPath:"#/components/schemas/SubscriptionFilter/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate124.errors = vErrors;
return errors === 0;
}


function validate119(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
const _errs2 = errors;
let valid1 = true;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data)){
const len0 = data.length;
if(len0 > 0){
if(!(data[0] === "newHeads")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs6 = errors;
if(errors === _errs6){
if(Array.isArray(data)){
if(data.length > 2){
validate119.errors = [{instancePath,schemaPath:"#/allOf/0/then/maxItems",keyword:"maxItems",params:{limit: 2}}];
return false;
}
else {
const len1 = data.length;
if(len1 > 1){
let data1 = data[1];
if(data1 !== null){
if(!(validate120(data1, {instancePath:instancePath+"/1",parentData:data,parentDataProperty:1,rootData}))){
vErrors = vErrors === null ? validate120.errors : vErrors.concat(validate120.errors);
errors = vErrors.length;
}
}
}
}
}
else {
validate119.errors = [{instancePath,schemaPath:"#/allOf/0/then/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var _valid0 = _errs6 === errors;
valid1 = _valid0;
}
if(!valid1){
const err2 = {instancePath,schemaPath:"#/allOf/0/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
validate119.errors = vErrors;
return false;
}
var valid0 = _errs1 === errors;
if(valid0){
const _errs10 = errors;
const _errs11 = errors;
let valid5 = true;
const _errs12 = errors;
if(errors === _errs12){
if(Array.isArray(data)){
const len2 = data.length;
if(len2 > 0){
if(!(data[0] === "logs")){
const err3 = {};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var _valid2 = _errs12 === errors;
errors = _errs11;
if(vErrors !== null){
if(_errs11){
vErrors.length = _errs11;
}
else {
vErrors = null;
}
}
if(_valid2){
const _errs15 = errors;
if(errors === _errs15){
if(Array.isArray(data)){
if(data.length > 3){
validate119.errors = [{instancePath,schemaPath:"#/allOf/1/then/maxItems",keyword:"maxItems",params:{limit: 3}}];
return false;
}
else {
const len3 = data.length;
if(len3 > 1){
let data3 = data[1];
const _errs17 = errors;
if(data3 !== null){
if(!(validate124(data3, {instancePath:instancePath+"/1",parentData:data,parentDataProperty:1,rootData}))){
vErrors = vErrors === null ? validate124.errors : vErrors.concat(validate124.errors);
errors = vErrors.length;
}
}
var valid7 = _errs17 === errors;
}
if(valid7){
if(len3 > 2){
let data4 = data[2];
const _errs19 = errors;
if(data4 !== null){
if(!(validate120(data4, {instancePath:instancePath+"/2",parentData:data,parentDataProperty:2,rootData}))){
vErrors = vErrors === null ? validate120.errors : vErrors.concat(validate120.errors);
errors = vErrors.length;
}
}
var valid7 = _errs19 === errors;
}
}
}
}
else {
validate119.errors = [{instancePath,schemaPath:"#/allOf/1/then/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var _valid2 = _errs15 === errors;
valid5 = _valid2;
}
if(!valid5){
const err5 = {instancePath,schemaPath:"#/allOf/1/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
validate119.errors = vErrors;
return false;
}
var valid0 = _errs10 === errors;
if(valid0){
const _errs21 = errors;
const _errs22 = errors;
let valid10 = true;
const _errs23 = errors;
if(errors === _errs23){
if(Array.isArray(data)){
const len4 = data.length;
if(len4 > 0){
if(!(data[0] === "newPendingTransactions")){
const err6 = {};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var _valid5 = _errs23 === errors;
errors = _errs22;
if(vErrors !== null){
if(_errs22){
vErrors.length = _errs22;
}
else {
vErrors = null;
}
}
if(_valid5){
const _errs26 = errors;
if(errors === _errs26){
if(Array.isArray(data)){
if(data.length > 2){
validate119.errors = [{instancePath,schemaPath:"#/allOf/2/then/maxItems",keyword:"maxItems",params:{limit: 2}}];
return false;
}
else {
const len5 = data.length;
if(len5 > 1){
let data6 = data[1];
if(data6 !== null){
if(typeof data6 !== "boolean"){
validate119.errors = [{instancePath:instancePath+"/1",schemaPath:"#/components/schemas/IsWhole/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
}
}
}
}
else {
validate119.errors = [{instancePath,schemaPath:"#/allOf/2/then/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var _valid5 = _errs26 === errors;
valid10 = _valid5;
}
if(!valid10){
const err8 = {instancePath,schemaPath:"#/allOf/2/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
validate119.errors = vErrors;
return false;
}
var valid0 = _errs21 === errors;
}
}
if(errors === 0){
if(Array.isArray(data)){
if(data.length < 1){
validate119.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1}}];
return false;
}
else {
const len6 = data.length;
if(len6 > 0){
let data7 = data[0];
if(typeof data7 !== "string"){
validate119.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/EthSubscriptionKind/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((data7 === "newHeads") || (data7 === "logs")) || (data7 === "newPendingTransactions"))){
validate119.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/EthSubscriptionKind/enum",keyword:"enum",params:{allowedValues: schema190.enum}}];
return false;
}
}
}
}
else {
validate119.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate119.errors = vErrors;
return errors === 0;
}

const eth_subscribe_result = validate129;

function validate129(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "string"){
validate129.errors = [{instancePath,schemaPath:"#/components/schemas/SubscriptionId/type",keyword:"type",params:{type: "string"}}];
return false;
}
validate129.errors = vErrors;
return errors === 0;
}

const eth_subscribe_structure = validate130;

function validate130(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "string"){
validate130.errors = [{instancePath,schemaPath:"#/components/schemas/SubscriptionId/type",keyword:"type",params:{type: "string"}}];
return false;
}
validate130.errors = vErrors;
return errors === 0;
}

const eth_unsubscribe_params = validate131;

function validate131(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 1){
validate131.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 1}}];
return false;
}
else {
if(data.length < 1){
validate131.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1}}];
return false;
}
else {
const len0 = data.length;
if(!(len0 <= 1)){
validate131.errors = [{instancePath,schemaPath:"#/additionalItems",keyword:"additionalItems",params:{limit: 1}}];
return false;
}
else {
const len1 = data.length;
if(len1 > 0){
if(typeof data[0] !== "string"){
validate131.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/SubscriptionId/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
}
else {
validate131.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate131.errors = vErrors;
return errors === 0;
}

const eth_unsubscribe_result = validate132;
const schema198 = {"type":"boolean","enum":[true]};

function validate132(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "boolean"){
validate132.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
if(!(data === true)){
validate132.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/enum",keyword:"enum",params:{allowedValues: schema198.enum}}];
return false;
}
validate132.errors = vErrors;
return errors === 0;
}

const eth_unsubscribe_structure = validate133;
const schema200 = {"type":"boolean","enum":[true]};

function validate133(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "boolean"){
validate133.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
if(!(data === true)){
validate133.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/enum",keyword:"enum",params:{allowedValues: schema200.enum}}];
return false;
}
validate133.errors = vErrors;
return errors === 0;
}

const accountSubscribe_params = validate134;

function validate135(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.commitment !== undefined){
let data0 = data.commitment;
const _errs1 = errors;
if(data0 !== null){
if(typeof data0 !== "string"){
validate135.errors = [{instancePath:instancePath+"/commitment",schemaPath:"#/components/schemas/Commitment/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((data0 === "processed") || (data0 === "confirmed")) || (data0 === "finalized"))){
validate135.errors = [{instancePath:instancePath+"/commitment",schemaPath:"#/components/schemas/Commitment/enum",keyword:"enum",params:{allowedValues: schema137.enum}}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.encoding !== undefined){
let data1 = data.encoding;
const _errs5 = errors;
if(data1 !== null){
if(typeof data1 !== "string"){
validate135.errors = [{instancePath:instancePath+"/encoding",schemaPath:"#/components/schemas/AccountEncoding/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((((data1 === "binary") || (data1 === "base58")) || (data1 === "base64")) || (data1 === "jsonParsed")) || (data1 === "base64+zstd"))){
validate135.errors = [{instancePath:instancePath+"/encoding",schemaPath:"#/components/schemas/AccountEncoding/enum",keyword:"enum",params:{allowedValues: schema138.enum}}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.dataSlice !== undefined){
let data2 = data.dataSlice;
const _errs9 = errors;
if(data2 !== null){
const _errs11 = errors;
if(errors === _errs11){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing0;
if(((data2.offset === undefined) && (missing0 = "offset")) || ((data2.length === undefined) && (missing0 = "length"))){
validate135.errors = [{instancePath:instancePath+"/dataSlice",schemaPath:"#/components/schemas/DataSlice/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data2.offset !== undefined){
let data3 = data2.offset;
const _errs13 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate135.errors = [{instancePath:instancePath+"/dataSlice/offset",schemaPath:"#/components/schemas/DataSlice/properties/offset/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs13){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 18446744073709552000 || isNaN(data3)){
validate135.errors = [{instancePath:instancePath+"/dataSlice/offset",schemaPath:"#/components/schemas/DataSlice/properties/offset/maximum",keyword:"maximum",params:{comparison: "<=", limit: 18446744073709552000}}];
return false;
}
else {
if(data3 < 0 || isNaN(data3)){
validate135.errors = [{instancePath:instancePath+"/dataSlice/offset",schemaPath:"#/components/schemas/DataSlice/properties/offset/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid7 = _errs13 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data2.length !== undefined){
let data4 = data2.length;
const _errs15 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate135.errors = [{instancePath:instancePath+"/dataSlice/length",schemaPath:"#/components/schemas/DataSlice/properties/length/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs15){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 18446744073709552000 || isNaN(data4)){
validate135.errors = [{instancePath:instancePath+"/dataSlice/length",schemaPath:"#/components/schemas/DataSlice/properties/length/maximum",keyword:"maximum",params:{comparison: "<=", limit: 18446744073709552000}}];
return false;
}
else {
if(data4 < 0 || isNaN(data4)){
validate135.errors = [{instancePath:instancePath+"/dataSlice/length",schemaPath:"#/components/schemas/DataSlice/properties/length/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid7 = _errs15 === errors;
}
else {
var valid7 = true;
}
}
}
}
else {
validate135.errors = [{instancePath:instancePath+"/dataSlice",schemaPath:"#/components/schemas/DataSlice/type",keyword:"type",params:{type: "object"}}];
return false;
}
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
else {
validate135.errors = [{instancePath,schemaPath:"#/components/schemas/AccountSubscriptionConfig/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate135.errors = vErrors;
return errors === 0;
}


function validate134(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 2){
validate134.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 2}}];
return false;
}
else {
if(data.length < 1){
validate134.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1}}];
return false;
}
else {
const len0 = data.length;
if(!(len0 <= 2)){
validate134.errors = [{instancePath,schemaPath:"#/additionalItems",keyword:"additionalItems",params:{limit: 2}}];
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
if(!pattern79.test(data0)){
validate134.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate134.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
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
if(!(validate135(data1, {instancePath:instancePath+"/1",parentData:data,parentDataProperty:1,rootData}))){
vErrors = vErrors === null ? validate135.errors : vErrors.concat(validate135.errors);
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
validate134.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate134.errors = vErrors;
return errors === 0;
}

const accountSubscribe_result = validate137;

function validate137(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
validate137.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs0){
if((typeof data == "number") && (isFinite(data))){
if(data > 9007199254740991 || isNaN(data)){
validate137.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data < 0 || isNaN(data)){
validate137.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
validate137.errors = vErrors;
return errors === 0;
}

const accountSubscribe_structure = validate138;

function validate138(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
validate138.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs0){
if((typeof data == "number") && (isFinite(data))){
if(data > 9007199254740991 || isNaN(data)){
validate138.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data < 0 || isNaN(data)){
validate138.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
validate138.errors = vErrors;
return errors === 0;
}

const accountUnsubscribe_params = validate139;

function validate139(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 1){
validate139.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 1}}];
return false;
}
else {
if(data.length < 1){
validate139.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1}}];
return false;
}
else {
const len0 = data.length;
if(!(len0 <= 1)){
validate139.errors = [{instancePath,schemaPath:"#/additionalItems",keyword:"additionalItems",params:{limit: 1}}];
return false;
}
else {
const len1 = data.length;
if(len1 > 0){
let data0 = data[0];
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate139.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/SolanaSubscriptionId/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 9007199254740991 || isNaN(data0)){
validate139.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/SolanaSubscriptionId/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data0 < 0 || isNaN(data0)){
validate139.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/SolanaSubscriptionId/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
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
validate139.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate139.errors = vErrors;
return errors === 0;
}

const accountUnsubscribe_result = validate140;

function validate140(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "boolean"){
validate140.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
if(!(data === true)){
validate140.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/enum",keyword:"enum",params:{allowedValues: schema198.enum}}];
return false;
}
validate140.errors = vErrors;
return errors === 0;
}

const accountUnsubscribe_structure = validate141;

function validate141(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "boolean"){
validate141.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
if(!(data === true)){
validate141.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/enum",keyword:"enum",params:{allowedValues: schema200.enum}}];
return false;
}
validate141.errors = vErrors;
return errors === 0;
}

const programSubscribe_params = validate142;
const schema223 = {"anyOf":[{"$ref":"#/components/schemas/AccountMatch"},{"type":"string","enum":["tokenAccountState"]}]};
const schema224 = {"type":"object","minProperties":1,"maxProperties":1,"additionalProperties":false,"properties":{"dataSize":{"type":"integer","minimum":0,"maximum":18446744073709552000},"memcmp":{"type":"object","required":["offset","bytes"],"properties":{"offset":{"type":"integer","minimum":0,"maximum":18446744073709552000},"bytes":{"anyOf":[{"type":"string"},{"type":"array","maxItems":128,"items":{"type":"integer","minimum":0,"maximum":255}}]},"encoding":{"unlessNull":{"type":"string","enum":["base58","base64","bytes"]}}}}}};

function validate144(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 1){
const err0 = {instancePath,schemaPath:"#/components/schemas/AccountMatch/maxProperties",keyword:"maxProperties",params:{limit: 1}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(Object.keys(data).length < 1){
const err1 = {instancePath,schemaPath:"#/components/schemas/AccountMatch/minProperties",keyword:"minProperties",params:{limit: 1}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
else {
const _errs4 = errors;
for(const key0 in data){
if(!((key0 === "dataSize") || (key0 === "memcmp"))){
const err2 = {instancePath,schemaPath:"#/components/schemas/AccountMatch/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
break;
}
}
if(_errs4 === errors){
if(data.dataSize !== undefined){
let data0 = data.dataSize;
const _errs5 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err3 = {instancePath:instancePath+"/dataSize",schemaPath:"#/components/schemas/AccountMatch/properties/dataSize/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(errors === _errs5){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 18446744073709552000 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/dataSize",schemaPath:"#/components/schemas/AccountMatch/properties/dataSize/maximum",keyword:"maximum",params:{comparison: "<=", limit: 18446744073709552000}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
if(data0 < 0 || isNaN(data0)){
const err5 = {instancePath:instancePath+"/dataSize",schemaPath:"#/components/schemas/AccountMatch/properties/dataSize/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
}
var valid2 = _errs5 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.memcmp !== undefined){
let data1 = data.memcmp;
const _errs7 = errors;
if(errors === _errs7){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing0;
if(((data1.offset === undefined) && (missing0 = "offset")) || ((data1.bytes === undefined) && (missing0 = "bytes"))){
const err6 = {instancePath:instancePath+"/memcmp",schemaPath:"#/components/schemas/AccountMatch/properties/memcmp/required",keyword:"required",params:{missingProperty: missing0}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
else {
if(data1.offset !== undefined){
let data2 = data1.offset;
const _errs9 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err7 = {instancePath:instancePath+"/memcmp/offset",schemaPath:"#/components/schemas/AccountMatch/properties/memcmp/properties/offset/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(errors === _errs9){
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 18446744073709552000 || isNaN(data2)){
const err8 = {instancePath:instancePath+"/memcmp/offset",schemaPath:"#/components/schemas/AccountMatch/properties/memcmp/properties/offset/maximum",keyword:"maximum",params:{comparison: "<=", limit: 18446744073709552000}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
else {
if(data2 < 0 || isNaN(data2)){
const err9 = {instancePath:instancePath+"/memcmp/offset",schemaPath:"#/components/schemas/AccountMatch/properties/memcmp/properties/offset/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
}
var valid3 = _errs9 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data1.bytes !== undefined){
let data3 = data1.bytes;
const _errs11 = errors;
const _errs12 = errors;
let valid4 = false;
const _errs13 = errors;
if(typeof data3 !== "string"){
const err10 = {instancePath:instancePath+"/memcmp/bytes",schemaPath:"#/components/schemas/AccountMatch/properties/memcmp/properties/bytes/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var _valid1 = _errs13 === errors;
valid4 = valid4 || _valid1;
if(!valid4){
const _errs15 = errors;
if(errors === _errs15){
if(Array.isArray(data3)){
if(data3.length > 128){
const err11 = {instancePath:instancePath+"/memcmp/bytes",schemaPath:"#/components/schemas/AccountMatch/properties/memcmp/properties/bytes/anyOf/1/maxItems",keyword:"maxItems",params:{limit: 128}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
else {
var valid5 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
const _errs17 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err12 = {instancePath:instancePath+"/memcmp/bytes/" + i0,schemaPath:"#/components/schemas/AccountMatch/properties/memcmp/properties/bytes/anyOf/1/items/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(errors === _errs17){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 255 || isNaN(data4)){
const err13 = {instancePath:instancePath+"/memcmp/bytes/" + i0,schemaPath:"#/components/schemas/AccountMatch/properties/memcmp/properties/bytes/anyOf/1/items/maximum",keyword:"maximum",params:{comparison: "<=", limit: 255}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
else {
if(data4 < 0 || isNaN(data4)){
const err14 = {instancePath:instancePath+"/memcmp/bytes/" + i0,schemaPath:"#/components/schemas/AccountMatch/properties/memcmp/properties/bytes/anyOf/1/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
}
var valid5 = _errs17 === errors;
if(!valid5){
break;
}
}
}
}
else {
const err15 = {instancePath:instancePath+"/memcmp/bytes",schemaPath:"#/components/schemas/AccountMatch/properties/memcmp/properties/bytes/anyOf/1/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
var _valid1 = _errs15 === errors;
valid4 = valid4 || _valid1;
}
if(!valid4){
const err16 = {instancePath:instancePath+"/memcmp/bytes",schemaPath:"#/components/schemas/AccountMatch/properties/memcmp/properties/bytes/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
else {
errors = _errs12;
if(vErrors !== null){
if(_errs12){
vErrors.length = _errs12;
}
else {
vErrors = null;
}
}
}
var valid3 = _errs11 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data1.encoding !== undefined){
let data5 = data1.encoding;
const _errs19 = errors;
if(data5 !== null){
if(typeof data5 !== "string"){
const err17 = {instancePath:instancePath+"/memcmp/encoding",schemaPath:"#/components/schemas/AccountMatch/properties/memcmp/properties/encoding/unlessNull/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(!(((data5 === "base58") || (data5 === "base64")) || (data5 === "bytes"))){
const err18 = {instancePath:instancePath+"/memcmp/encoding",schemaPath:"#/components/schemas/AccountMatch/properties/memcmp/properties/encoding/unlessNull/enum",keyword:"enum",params:{allowedValues: schema224.properties.memcmp.properties.encoding.unlessNull.enum}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
var valid3 = _errs19 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
else {
const err19 = {instancePath:instancePath+"/memcmp",schemaPath:"#/components/schemas/AccountMatch/properties/memcmp/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
var valid2 = _errs7 === errors;
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
const err20 = {instancePath,schemaPath:"#/components/schemas/AccountMatch/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs22 = errors;
if(typeof data !== "string"){
const err21 = {instancePath,schemaPath:"#/components/schemas/AccountFilter/anyOf/1/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(!(data === "tokenAccountState")){
const err22 = {instancePath,schemaPath:"#/components/schemas/AccountFilter/anyOf/1/enum",keyword:"enum",params:{allowedValues: schema223.anyOf[1].enum}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
var _valid0 = _errs22 === errors;
valid0 = valid0 || _valid0;
}
if(!valid0){
const err23 = {instancePath,schemaPath:"#/components/schemas/AccountFilter/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
validate144.errors = vErrors;
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
validate144.errors = vErrors;
return errors === 0;
}


function validate143(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.commitment !== undefined){
let data0 = data.commitment;
const _errs1 = errors;
if(data0 !== null){
if(typeof data0 !== "string"){
validate143.errors = [{instancePath:instancePath+"/commitment",schemaPath:"#/components/schemas/Commitment/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((data0 === "processed") || (data0 === "confirmed")) || (data0 === "finalized"))){
validate143.errors = [{instancePath:instancePath+"/commitment",schemaPath:"#/components/schemas/Commitment/enum",keyword:"enum",params:{allowedValues: schema137.enum}}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.encoding !== undefined){
let data1 = data.encoding;
const _errs5 = errors;
if(data1 !== null){
if(typeof data1 !== "string"){
validate143.errors = [{instancePath:instancePath+"/encoding",schemaPath:"#/components/schemas/AccountEncoding/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((((data1 === "binary") || (data1 === "base58")) || (data1 === "base64")) || (data1 === "jsonParsed")) || (data1 === "base64+zstd"))){
validate143.errors = [{instancePath:instancePath+"/encoding",schemaPath:"#/components/schemas/AccountEncoding/enum",keyword:"enum",params:{allowedValues: schema138.enum}}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.dataSlice !== undefined){
let data2 = data.dataSlice;
const _errs9 = errors;
if(data2 !== null){
const _errs11 = errors;
if(errors === _errs11){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing0;
if(((data2.offset === undefined) && (missing0 = "offset")) || ((data2.length === undefined) && (missing0 = "length"))){
validate143.errors = [{instancePath:instancePath+"/dataSlice",schemaPath:"#/components/schemas/DataSlice/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data2.offset !== undefined){
let data3 = data2.offset;
const _errs13 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate143.errors = [{instancePath:instancePath+"/dataSlice/offset",schemaPath:"#/components/schemas/DataSlice/properties/offset/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs13){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 18446744073709552000 || isNaN(data3)){
validate143.errors = [{instancePath:instancePath+"/dataSlice/offset",schemaPath:"#/components/schemas/DataSlice/properties/offset/maximum",keyword:"maximum",params:{comparison: "<=", limit: 18446744073709552000}}];
return false;
}
else {
if(data3 < 0 || isNaN(data3)){
validate143.errors = [{instancePath:instancePath+"/dataSlice/offset",schemaPath:"#/components/schemas/DataSlice/properties/offset/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid7 = _errs13 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data2.length !== undefined){
let data4 = data2.length;
const _errs15 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate143.errors = [{instancePath:instancePath+"/dataSlice/length",schemaPath:"#/components/schemas/DataSlice/properties/length/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs15){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 18446744073709552000 || isNaN(data4)){
validate143.errors = [{instancePath:instancePath+"/dataSlice/length",schemaPath:"#/components/schemas/DataSlice/properties/length/maximum",keyword:"maximum",params:{comparison: "<=", limit: 18446744073709552000}}];
return false;
}
else {
if(data4 < 0 || isNaN(data4)){
validate143.errors = [{instancePath:instancePath+"/dataSlice/length",schemaPath:"#/components/schemas/DataSlice/properties/length/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid7 = _errs15 === errors;
}
else {
var valid7 = true;
}
}
}
}
else {
validate143.errors = [{instancePath:instancePath+"/dataSlice",schemaPath:"#/components/schemas/DataSlice/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.filters !== undefined){
let data5 = data.filters;
const _errs17 = errors;
if(data5 !== null){
const _errs18 = errors;
if(errors === _errs18){
if(Array.isArray(data5)){
if(data5.length > 4){
validate143.errors = [{instancePath:instancePath+"/filters",schemaPath:"#/components/schemas/ProgramSubscriptionConfig/properties/filters/unlessNull/maxItems",keyword:"maxItems",params:{limit: 4}}];
return false;
}
else {
var valid9 = true;
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
const _errs20 = errors;
if(!(validate144(data5[i0], {instancePath:instancePath+"/filters/" + i0,parentData:data5,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate144.errors : vErrors.concat(validate144.errors);
errors = vErrors.length;
}
var valid9 = _errs20 === errors;
if(!valid9){
break;
}
}
}
}
else {
validate143.errors = [{instancePath:instancePath+"/filters",schemaPath:"#/components/schemas/ProgramSubscriptionConfig/properties/filters/unlessNull/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate143.errors = [{instancePath,schemaPath:"#/components/schemas/ProgramSubscriptionConfig/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate143.errors = vErrors;
return errors === 0;
}


function validate142(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 2){
validate142.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 2}}];
return false;
}
else {
if(data.length < 1){
validate142.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1}}];
return false;
}
else {
const len0 = data.length;
if(!(len0 <= 2)){
validate142.errors = [{instancePath,schemaPath:"#/additionalItems",keyword:"additionalItems",params:{limit: 2}}];
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
if(!pattern79.test(data0)){
validate142.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}}];
return false;
}
}
else {
validate142.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}}];
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
if(!(validate143(data1, {instancePath:instancePath+"/1",parentData:data,parentDataProperty:1,rootData}))){
vErrors = vErrors === null ? validate143.errors : vErrors.concat(validate143.errors);
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
validate142.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate142.errors = vErrors;
return errors === 0;
}

const programSubscribe_result = validate147;

function validate147(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
validate147.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs0){
if((typeof data == "number") && (isFinite(data))){
if(data > 9007199254740991 || isNaN(data)){
validate147.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data < 0 || isNaN(data)){
validate147.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
validate147.errors = vErrors;
return errors === 0;
}

const programSubscribe_structure = validate148;

function validate148(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
validate148.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs0){
if((typeof data == "number") && (isFinite(data))){
if(data > 9007199254740991 || isNaN(data)){
validate148.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data < 0 || isNaN(data)){
validate148.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
validate148.errors = vErrors;
return errors === 0;
}

const programUnsubscribe_params = validate149;

function validate149(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 1){
validate149.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 1}}];
return false;
}
else {
if(data.length < 1){
validate149.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1}}];
return false;
}
else {
const len0 = data.length;
if(!(len0 <= 1)){
validate149.errors = [{instancePath,schemaPath:"#/additionalItems",keyword:"additionalItems",params:{limit: 1}}];
return false;
}
else {
const len1 = data.length;
if(len1 > 0){
let data0 = data[0];
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate149.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/SolanaSubscriptionId/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 9007199254740991 || isNaN(data0)){
validate149.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/SolanaSubscriptionId/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data0 < 0 || isNaN(data0)){
validate149.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/SolanaSubscriptionId/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
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
validate149.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate149.errors = vErrors;
return errors === 0;
}

const programUnsubscribe_result = validate150;

function validate150(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "boolean"){
validate150.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
if(!(data === true)){
validate150.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/enum",keyword:"enum",params:{allowedValues: schema198.enum}}];
return false;
}
validate150.errors = vErrors;
return errors === 0;
}

const programUnsubscribe_structure = validate151;

function validate151(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "boolean"){
validate151.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
if(!(data === true)){
validate151.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/enum",keyword:"enum",params:{allowedValues: schema200.enum}}];
return false;
}
validate151.errors = vErrors;
return errors === 0;
}

const logsSubscribe_params = validate152;
const schema236 = {"anyOf":[{"type":"string","enum":["all","allWithVotes"]},{"type":"object","required":["mentions"],"properties":{"mentions":{"type":"array","minItems":1,"maxItems":1,"items":{"$ref":"#/components/schemas/Pubkey"}}}}]};

function validate153(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(typeof data !== "string"){
const err0 = {instancePath,schemaPath:"#/components/schemas/LogsSelector/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!((data === "all") || (data === "allWithVotes"))){
const err1 = {instancePath,schemaPath:"#/components/schemas/LogsSelector/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema236.anyOf[0].enum}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs3 = errors;
if(errors === _errs3){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.mentions === undefined) && (missing0 = "mentions")){
const err2 = {instancePath,schemaPath:"#/components/schemas/LogsSelector/anyOf/1/required",keyword:"required",params:{missingProperty: missing0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
else {
if(data.mentions !== undefined){
let data0 = data.mentions;
const _errs5 = errors;
if(errors === _errs5){
if(Array.isArray(data0)){
if(data0.length > 1){
const err3 = {instancePath:instancePath+"/mentions",schemaPath:"#/components/schemas/LogsSelector/anyOf/1/properties/mentions/maxItems",keyword:"maxItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
else {
if(data0.length < 1){
const err4 = {instancePath:instancePath+"/mentions",schemaPath:"#/components/schemas/LogsSelector/anyOf/1/properties/mentions/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
var valid2 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
const _errs7 = errors;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data1 === "string"){
if(!pattern79.test(data1)){
const err5 = {instancePath:instancePath+"/mentions/" + i0,schemaPath:"#/components/schemas/Pubkey/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/mentions/" + i0,schemaPath:"#/components/schemas/Pubkey/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
var valid2 = _errs7 === errors;
if(!valid2){
break;
}
}
}
}
}
else {
const err7 = {instancePath:instancePath+"/mentions",schemaPath:"#/components/schemas/LogsSelector/anyOf/1/properties/mentions/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/components/schemas/LogsSelector/anyOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
valid0 = valid0 || _valid0;
}
if(!valid0){
const err9 = {instancePath,schemaPath:"#/components/schemas/LogsSelector/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
validate153.errors = vErrors;
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
validate153.errors = vErrors;
return errors === 0;
}


function validate155(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.commitment !== undefined){
let data0 = data.commitment;
if(data0 !== null){
if(typeof data0 !== "string"){
validate155.errors = [{instancePath:instancePath+"/commitment",schemaPath:"#/components/schemas/Commitment/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((data0 === "processed") || (data0 === "confirmed")) || (data0 === "finalized"))){
validate155.errors = [{instancePath:instancePath+"/commitment",schemaPath:"#/components/schemas/Commitment/enum",keyword:"enum",params:{allowedValues: schema137.enum}}];
return false;
}
}
}
}
else {
validate155.errors = [{instancePath,schemaPath:"#/components/schemas/BalanceConfig/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate155.errors = vErrors;
return errors === 0;
}


function validate152(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 2){
validate152.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 2}}];
return false;
}
else {
if(data.length < 1){
validate152.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1}}];
return false;
}
else {
const len0 = data.length;
if(!(len0 <= 2)){
validate152.errors = [{instancePath,schemaPath:"#/additionalItems",keyword:"additionalItems",params:{limit: 2}}];
return false;
}
else {
const len1 = data.length;
if(len1 > 0){
const _errs1 = errors;
if(!(validate153(data[0], {instancePath:instancePath+"/0",parentData:data,parentDataProperty:0,rootData}))){
vErrors = vErrors === null ? validate153.errors : vErrors.concat(validate153.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
}
if(valid0){
if(len1 > 1){
let data1 = data[1];
const _errs2 = errors;
if(data1 !== null){
if(!(validate155(data1, {instancePath:instancePath+"/1",parentData:data,parentDataProperty:1,rootData}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
}
var valid0 = _errs2 === errors;
}
}
}
}
}
}
else {
validate152.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate152.errors = vErrors;
return errors === 0;
}

const logsSubscribe_result = validate157;

function validate157(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
validate157.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs0){
if((typeof data == "number") && (isFinite(data))){
if(data > 9007199254740991 || isNaN(data)){
validate157.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data < 0 || isNaN(data)){
validate157.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
validate157.errors = vErrors;
return errors === 0;
}

const logsSubscribe_structure = validate158;

function validate158(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
validate158.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs0){
if((typeof data == "number") && (isFinite(data))){
if(data > 9007199254740991 || isNaN(data)){
validate158.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data < 0 || isNaN(data)){
validate158.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
validate158.errors = vErrors;
return errors === 0;
}

const logsUnsubscribe_params = validate159;

function validate159(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 1){
validate159.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 1}}];
return false;
}
else {
if(data.length < 1){
validate159.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1}}];
return false;
}
else {
const len0 = data.length;
if(!(len0 <= 1)){
validate159.errors = [{instancePath,schemaPath:"#/additionalItems",keyword:"additionalItems",params:{limit: 1}}];
return false;
}
else {
const len1 = data.length;
if(len1 > 0){
let data0 = data[0];
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate159.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/SolanaSubscriptionId/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 9007199254740991 || isNaN(data0)){
validate159.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/SolanaSubscriptionId/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data0 < 0 || isNaN(data0)){
validate159.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/SolanaSubscriptionId/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
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
validate159.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate159.errors = vErrors;
return errors === 0;
}

const logsUnsubscribe_result = validate160;

function validate160(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "boolean"){
validate160.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
if(!(data === true)){
validate160.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/enum",keyword:"enum",params:{allowedValues: schema198.enum}}];
return false;
}
validate160.errors = vErrors;
return errors === 0;
}

const logsUnsubscribe_structure = validate161;

function validate161(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "boolean"){
validate161.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
if(!(data === true)){
validate161.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/enum",keyword:"enum",params:{allowedValues: schema200.enum}}];
return false;
}
validate161.errors = vErrors;
return errors === 0;
}

const signatureSubscribe_params = validate162;
const pattern99 = new RegExp("^[1-9A-HJ-NP-Za-km-z]{64,88}$", "u");

function validate163(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.commitment !== undefined){
let data0 = data.commitment;
const _errs1 = errors;
if(data0 !== null){
if(typeof data0 !== "string"){
validate163.errors = [{instancePath:instancePath+"/commitment",schemaPath:"#/components/schemas/Commitment/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((data0 === "processed") || (data0 === "confirmed")) || (data0 === "finalized"))){
validate163.errors = [{instancePath:instancePath+"/commitment",schemaPath:"#/components/schemas/Commitment/enum",keyword:"enum",params:{allowedValues: schema137.enum}}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.enableReceivedNotification !== undefined){
let data1 = data.enableReceivedNotification;
const _errs5 = errors;
if(data1 !== null){
if(typeof data1 !== "boolean"){
validate163.errors = [{instancePath:instancePath+"/enableReceivedNotification",schemaPath:"#/components/schemas/SignatureSubscriptionConfig/properties/enableReceivedNotification/unlessNull/type",keyword:"type",params:{type: "boolean"}}];
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
else {
validate163.errors = [{instancePath,schemaPath:"#/components/schemas/SignatureSubscriptionConfig/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate163.errors = vErrors;
return errors === 0;
}


function validate162(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 2){
validate162.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 2}}];
return false;
}
else {
if(data.length < 1){
validate162.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1}}];
return false;
}
else {
const len0 = data.length;
if(!(len0 <= 2)){
validate162.errors = [{instancePath,schemaPath:"#/additionalItems",keyword:"additionalItems",params:{limit: 2}}];
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
if(!pattern99.test(data0)){
validate162.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/TransactionSignature/pattern",keyword:"pattern",params:{pattern: "^[1-9A-HJ-NP-Za-km-z]{64,88}$"}}];
return false;
}
}
else {
validate162.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/TransactionSignature/type",keyword:"type",params:{type: "string"}}];
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
if(!(validate163(data1, {instancePath:instancePath+"/1",parentData:data,parentDataProperty:1,rootData}))){
vErrors = vErrors === null ? validate163.errors : vErrors.concat(validate163.errors);
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
validate162.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate162.errors = vErrors;
return errors === 0;
}

const signatureSubscribe_result = validate165;

function validate165(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
validate165.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs0){
if((typeof data == "number") && (isFinite(data))){
if(data > 9007199254740991 || isNaN(data)){
validate165.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data < 0 || isNaN(data)){
validate165.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
validate165.errors = vErrors;
return errors === 0;
}

const signatureSubscribe_structure = validate166;

function validate166(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
validate166.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs0){
if((typeof data == "number") && (isFinite(data))){
if(data > 9007199254740991 || isNaN(data)){
validate166.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data < 0 || isNaN(data)){
validate166.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
validate166.errors = vErrors;
return errors === 0;
}

const signatureUnsubscribe_params = validate167;

function validate167(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 1){
validate167.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 1}}];
return false;
}
else {
if(data.length < 1){
validate167.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1}}];
return false;
}
else {
const len0 = data.length;
if(!(len0 <= 1)){
validate167.errors = [{instancePath,schemaPath:"#/additionalItems",keyword:"additionalItems",params:{limit: 1}}];
return false;
}
else {
const len1 = data.length;
if(len1 > 0){
let data0 = data[0];
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate167.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/SolanaSubscriptionId/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 9007199254740991 || isNaN(data0)){
validate167.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/SolanaSubscriptionId/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data0 < 0 || isNaN(data0)){
validate167.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/SolanaSubscriptionId/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
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
validate167.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate167.errors = vErrors;
return errors === 0;
}

const signatureUnsubscribe_result = validate168;

function validate168(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "boolean"){
validate168.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
if(!(data === true)){
validate168.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/enum",keyword:"enum",params:{allowedValues: schema198.enum}}];
return false;
}
validate168.errors = vErrors;
return errors === 0;
}

const signatureUnsubscribe_structure = validate169;

function validate169(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "boolean"){
validate169.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
if(!(data === true)){
validate169.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/enum",keyword:"enum",params:{allowedValues: schema200.enum}}];
return false;
}
validate169.errors = vErrors;
return errors === 0;
}

const slotSubscribe_params = validate170;

function validate170(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 0){
validate170.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 0}}];
return false;
}
else {
if(data.length < 0){
validate170.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 0}}];
return false;
}
}
}
else {
validate170.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate170.errors = vErrors;
return errors === 0;
}

const slotSubscribe_result = validate171;

function validate171(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
validate171.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs0){
if((typeof data == "number") && (isFinite(data))){
if(data > 9007199254740991 || isNaN(data)){
validate171.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data < 0 || isNaN(data)){
validate171.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
validate171.errors = vErrors;
return errors === 0;
}

const slotSubscribe_structure = validate172;

function validate172(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
validate172.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs0){
if((typeof data == "number") && (isFinite(data))){
if(data > 9007199254740991 || isNaN(data)){
validate172.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data < 0 || isNaN(data)){
validate172.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
validate172.errors = vErrors;
return errors === 0;
}

const slotUnsubscribe_params = validate173;

function validate173(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 1){
validate173.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 1}}];
return false;
}
else {
if(data.length < 1){
validate173.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1}}];
return false;
}
else {
const len0 = data.length;
if(!(len0 <= 1)){
validate173.errors = [{instancePath,schemaPath:"#/additionalItems",keyword:"additionalItems",params:{limit: 1}}];
return false;
}
else {
const len1 = data.length;
if(len1 > 0){
let data0 = data[0];
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate173.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/SolanaSubscriptionId/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 9007199254740991 || isNaN(data0)){
validate173.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/SolanaSubscriptionId/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data0 < 0 || isNaN(data0)){
validate173.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/SolanaSubscriptionId/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
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
validate173.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate173.errors = vErrors;
return errors === 0;
}

const slotUnsubscribe_result = validate174;

function validate174(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "boolean"){
validate174.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
if(!(data === true)){
validate174.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/enum",keyword:"enum",params:{allowedValues: schema198.enum}}];
return false;
}
validate174.errors = vErrors;
return errors === 0;
}

const slotUnsubscribe_structure = validate175;

function validate175(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "boolean"){
validate175.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
if(!(data === true)){
validate175.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/enum",keyword:"enum",params:{allowedValues: schema200.enum}}];
return false;
}
validate175.errors = vErrors;
return errors === 0;
}

const rootSubscribe_params = validate176;

function validate176(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 0){
validate176.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 0}}];
return false;
}
else {
if(data.length < 0){
validate176.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 0}}];
return false;
}
}
}
else {
validate176.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate176.errors = vErrors;
return errors === 0;
}

const rootSubscribe_result = validate177;

function validate177(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
validate177.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs0){
if((typeof data == "number") && (isFinite(data))){
if(data > 9007199254740991 || isNaN(data)){
validate177.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data < 0 || isNaN(data)){
validate177.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
validate177.errors = vErrors;
return errors === 0;
}

const rootSubscribe_structure = validate178;

function validate178(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
validate178.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs0){
if((typeof data == "number") && (isFinite(data))){
if(data > 9007199254740991 || isNaN(data)){
validate178.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data < 0 || isNaN(data)){
validate178.errors = [{instancePath,schemaPath:"#/components/schemas/SolanaSubscriptionId/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
validate178.errors = vErrors;
return errors === 0;
}

const rootUnsubscribe_params = validate179;

function validate179(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 1){
validate179.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 1}}];
return false;
}
else {
if(data.length < 1){
validate179.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1}}];
return false;
}
else {
const len0 = data.length;
if(!(len0 <= 1)){
validate179.errors = [{instancePath,schemaPath:"#/additionalItems",keyword:"additionalItems",params:{limit: 1}}];
return false;
}
else {
const len1 = data.length;
if(len1 > 0){
let data0 = data[0];
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate179.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/SolanaSubscriptionId/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 9007199254740991 || isNaN(data0)){
validate179.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/SolanaSubscriptionId/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data0 < 0 || isNaN(data0)){
validate179.errors = [{instancePath:instancePath+"/0",schemaPath:"#/components/schemas/SolanaSubscriptionId/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
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
validate179.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate179.errors = vErrors;
return errors === 0;
}

const rootUnsubscribe_result = validate180;

function validate180(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "boolean"){
validate180.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
if(!(data === true)){
validate180.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/enum",keyword:"enum",params:{allowedValues: schema198.enum}}];
return false;
}
validate180.errors = vErrors;
return errors === 0;
}

const rootUnsubscribe_structure = validate181;

function validate181(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "boolean"){
validate181.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
if(!(data === true)){
validate181.errors = [{instancePath,schemaPath:"#/components/schemas/IsEnded/enum",keyword:"enum",params:{allowedValues: schema200.enum}}];
return false;
}
validate181.errors = vErrors;
return errors === 0;
}

/** A violation of a schema; the last error of a function is the most general one. */
export interface ValidationError {
  /** JSON pointer into the value. */
  instancePath: string
  /** JSON pointer to the keyword, from its component if it stands in one. */
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
export const validateParams: { readonly [M in "eth_chainId" | "eth_blockNumber" | "eth_getStorageAt" | "eth_getLogs" | "eth_getTransactionReceipt" | "getTokenAccountsByOwner" | "getTokenAccountBalance" | "eth_subscribe" | "eth_unsubscribe" | "accountSubscribe" | "accountUnsubscribe" | "programSubscribe" | "programUnsubscribe" | "logsSubscribe" | "logsUnsubscribe" | "signatureSubscribe" | "signatureUnsubscribe" | "slotSubscribe" | "slotUnsubscribe" | "rootSubscribe" | "rootUnsubscribe"]: Validate } = {
  eth_chainId: eth_chainId_params,
  eth_blockNumber: eth_blockNumber_params,
  eth_getStorageAt: eth_getStorageAt_params,
  eth_getLogs: eth_getLogs_params,
  eth_getTransactionReceipt: eth_getTransactionReceipt_params,
  getTokenAccountsByOwner: getTokenAccountsByOwner_params,
  getTokenAccountBalance: getTokenAccountBalance_params,
  eth_subscribe: eth_subscribe_params,
  eth_unsubscribe: eth_unsubscribe_params,
  accountSubscribe: accountSubscribe_params,
  accountUnsubscribe: accountUnsubscribe_params,
  programSubscribe: programSubscribe_params,
  programUnsubscribe: programUnsubscribe_params,
  logsSubscribe: logsSubscribe_params,
  logsUnsubscribe: logsUnsubscribe_params,
  signatureSubscribe: signatureSubscribe_params,
  signatureUnsubscribe: signatureUnsubscribe_params,
  slotSubscribe: slotSubscribe_params,
  slotUnsubscribe: slotUnsubscribe_params,
  rootSubscribe: rootSubscribe_params,
  rootUnsubscribe: rootUnsubscribe_params,
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
  eth_subscribe: eth_subscribe_result,
  eth_unsubscribe: eth_unsubscribe_result,
  accountSubscribe: accountSubscribe_result,
  accountUnsubscribe: accountUnsubscribe_result,
  programSubscribe: programSubscribe_result,
  programUnsubscribe: programUnsubscribe_result,
  logsSubscribe: logsSubscribe_result,
  logsUnsubscribe: logsUnsubscribe_result,
  signatureSubscribe: signatureSubscribe_result,
  signatureUnsubscribe: signatureUnsubscribe_result,
  slotSubscribe: slotSubscribe_result,
  slotUnsubscribe: slotUnsubscribe_result,
  rootSubscribe: rootSubscribe_result,
  rootUnsubscribe: rootUnsubscribe_result,
}

/** Validates only the types in a result: no missing members, and no `x-conformance` keywords. */
export const validateStructure: { readonly [M in keyof typeof validateParams]: Validate } = {
  eth_chainId: eth_chainId_structure,
  eth_blockNumber: eth_blockNumber_structure,
  eth_getStorageAt: eth_getStorageAt_structure,
  eth_getLogs: eth_getLogs_structure,
  eth_getTransactionReceipt: eth_getTransactionReceipt_structure,
  getTokenAccountsByOwner: getTokenAccountsByOwner_structure,
  getTokenAccountBalance: getTokenAccountBalance_structure,
  eth_subscribe: eth_subscribe_structure,
  eth_unsubscribe: eth_unsubscribe_structure,
  accountSubscribe: accountSubscribe_structure,
  accountUnsubscribe: accountUnsubscribe_structure,
  programSubscribe: programSubscribe_structure,
  programUnsubscribe: programUnsubscribe_structure,
  logsSubscribe: logsSubscribe_structure,
  logsUnsubscribe: logsUnsubscribe_structure,
  signatureSubscribe: signatureSubscribe_structure,
  signatureUnsubscribe: signatureUnsubscribe_structure,
  slotSubscribe: slotSubscribe_structure,
  slotUnsubscribe: slotUnsubscribe_structure,
  rootSubscribe: rootSubscribe_structure,
  rootUnsubscribe: rootUnsubscribe_structure,
}
