// @ts-nocheck
// Generated from proto/realtime.proto by `npm run generate`. Do not edit.
/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-mixed-operators, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars, default-case, jsdoc/require-param*/
import $protobuf from "../runtime.js";

const $Reader = $protobuf.Reader, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;

const $root = $protobuf.roots["undertone-ClientMessage-decode"] || ($protobuf.roots["undertone-ClientMessage-decode"] = {});

const undertone = $root.undertone = (() => {

    const undertone = {};

    undertone.v1 = (function() {

        const v1 = {};

        v1.ClientMessage = (function() {

            const ClientMessage = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ClientMessage.prototype.seq = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ClientMessage.prototype.ack = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ClientMessage.prototype.generation = 0;
            ClientMessage.prototype.audioPos = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ClientMessage.prototype.sessionHello = null;
            ClientMessage.prototype.audio = null;
            ClientMessage.prototype.audioGap = null;
            ClientMessage.prototype.audioSource = null;
            ClientMessage.prototype.prosodyFrames = null;
            ClientMessage.prototype.vad = null;
            ClientMessage.prototype.transcript = null;
            ClientMessage.prototype.enrollAgent = null;
            ClientMessage.prototype.sessionUpdate = null;
            ClientMessage.prototype.pause = null;
            ClientMessage.prototype.resume = null;
            ClientMessage.prototype.turnForceEnd = null;
            ClientMessage.prototype.flush = null;
            ClientMessage.prototype.ping = null;
            ClientMessage.prototype.steeringFeedback = null;
            ClientMessage.prototype.correction = null;
            ClientMessage.prototype.authRefresh = null;
            ClientMessage.prototype.sessionEnd = null;
            ClientMessage.prototype.observeSubscribe = null;
            ClientMessage.prototype.observeUnsubscribe = null;

            let $oneOfFields;

            $Object.defineProperty(ClientMessage.prototype, "body", {
                get: $util.oneOfGetter($oneOfFields = ["sessionHello", "audio", "audioGap", "audioSource", "prosodyFrames", "vad", "transcript", "enrollAgent", "sessionUpdate", "pause", "resume", "turnForceEnd", "flush", "ping", "steeringFeedback", "correction", "authRefresh", "sessionEnd", "observeSubscribe", "observeUnsubscribe"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            ClientMessage.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.ClientMessage();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.seq = value;
                            else
                                delete message.seq;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.ack = value;
                            else
                                delete message.ack;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.generation = value;
                            else
                                delete message.generation;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.audioPos = value;
                            else
                                delete message.audioPos;
                            continue;
                        }
                    case 10: {
                            if (wireType !== 2)
                                break;
                            message.sessionHello = $root.undertone.v1.SessionHello.decode(reader, reader.size(), $undefined, _depth + 1, message.sessionHello);
                            message.body = "sessionHello";
                            continue;
                        }
                    case 11: {
                            if (wireType !== 2)
                                break;
                            message.audio = $root.undertone.v1.Audio.decode(reader, reader.size(), $undefined, _depth + 1, message.audio);
                            message.body = "audio";
                            continue;
                        }
                    case 12: {
                            if (wireType !== 2)
                                break;
                            message.audioGap = $root.undertone.v1.AudioGap.decode(reader, reader.size(), $undefined, _depth + 1, message.audioGap);
                            message.body = "audioGap";
                            continue;
                        }
                    case 13: {
                            if (wireType !== 2)
                                break;
                            message.audioSource = $root.undertone.v1.AudioSource.decode(reader, reader.size(), $undefined, _depth + 1, message.audioSource);
                            message.body = "audioSource";
                            continue;
                        }
                    case 14: {
                            if (wireType !== 2)
                                break;
                            message.prosodyFrames = $root.undertone.v1.ProsodyFrames.decode(reader, reader.size(), $undefined, _depth + 1, message.prosodyFrames);
                            message.body = "prosodyFrames";
                            continue;
                        }
                    case 15: {
                            if (wireType !== 2)
                                break;
                            message.vad = $root.undertone.v1.Vad.decode(reader, reader.size(), $undefined, _depth + 1, message.vad);
                            message.body = "vad";
                            continue;
                        }
                    case 16: {
                            if (wireType !== 2)
                                break;
                            message.transcript = $root.undertone.v1.Transcript.decode(reader, reader.size(), $undefined, _depth + 1, message.transcript);
                            message.body = "transcript";
                            continue;
                        }
                    case 17: {
                            if (wireType !== 2)
                                break;
                            message.enrollAgent = $root.undertone.v1.EnrollAgent.decode(reader, reader.size(), $undefined, _depth + 1, message.enrollAgent);
                            message.body = "enrollAgent";
                            continue;
                        }
                    case 18: {
                            if (wireType !== 2)
                                break;
                            message.sessionUpdate = $root.undertone.v1.SessionUpdate.decode(reader, reader.size(), $undefined, _depth + 1, message.sessionUpdate);
                            message.body = "sessionUpdate";
                            continue;
                        }
                    case 19: {
                            if (wireType !== 2)
                                break;
                            message.pause = $root.undertone.v1.Pause.decode(reader, reader.size(), $undefined, _depth + 1, message.pause);
                            message.body = "pause";
                            continue;
                        }
                    case 20: {
                            if (wireType !== 2)
                                break;
                            message.resume = $root.undertone.v1.Resume.decode(reader, reader.size(), $undefined, _depth + 1, message.resume);
                            message.body = "resume";
                            continue;
                        }
                    case 21: {
                            if (wireType !== 2)
                                break;
                            message.turnForceEnd = $root.undertone.v1.TurnForceEnd.decode(reader, reader.size(), $undefined, _depth + 1, message.turnForceEnd);
                            message.body = "turnForceEnd";
                            continue;
                        }
                    case 22: {
                            if (wireType !== 2)
                                break;
                            message.flush = $root.undertone.v1.Flush.decode(reader, reader.size(), $undefined, _depth + 1, message.flush);
                            message.body = "flush";
                            continue;
                        }
                    case 23: {
                            if (wireType !== 2)
                                break;
                            message.ping = $root.undertone.v1.Ping.decode(reader, reader.size(), $undefined, _depth + 1, message.ping);
                            message.body = "ping";
                            continue;
                        }
                    case 24: {
                            if (wireType !== 2)
                                break;
                            message.steeringFeedback = $root.undertone.v1.SteeringFeedback.decode(reader, reader.size(), $undefined, _depth + 1, message.steeringFeedback);
                            message.body = "steeringFeedback";
                            continue;
                        }
                    case 25: {
                            if (wireType !== 2)
                                break;
                            message.correction = $root.undertone.v1.Correction.decode(reader, reader.size(), $undefined, _depth + 1, message.correction);
                            message.body = "correction";
                            continue;
                        }
                    case 26: {
                            if (wireType !== 2)
                                break;
                            message.authRefresh = $root.undertone.v1.AuthRefresh.decode(reader, reader.size(), $undefined, _depth + 1, message.authRefresh);
                            message.body = "authRefresh";
                            continue;
                        }
                    case 27: {
                            if (wireType !== 2)
                                break;
                            message.sessionEnd = $root.undertone.v1.SessionEnd.decode(reader, reader.size(), $undefined, _depth + 1, message.sessionEnd);
                            message.body = "sessionEnd";
                            continue;
                        }
                    case 28: {
                            if (wireType !== 2)
                                break;
                            message.observeSubscribe = $root.undertone.v1.ObserveSubscribe.decode(reader, reader.size(), $undefined, _depth + 1, message.observeSubscribe);
                            message.body = "observeSubscribe";
                            continue;
                        }
                    case 29: {
                            if (wireType !== 2)
                                break;
                            message.observeUnsubscribe = $root.undertone.v1.ObserveUnsubscribe.decode(reader, reader.size(), $undefined, _depth + 1, message.observeUnsubscribe);
                            message.body = "observeUnsubscribe";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return ClientMessage;
        })();

        v1.Subject = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "SUBJECT_UNSPECIFIED"] = 0;
            values[valuesById[1] = "SUBJECT_CUSTOMER"] = 1;
            values[valuesById[2] = "SUBJECT_AGENT"] = 2;
            values[valuesById[3] = "SUBJECT_SELF"] = 3;
            values[valuesById[4] = "SUBJECT_UNKNOWN"] = 4;
            return values;
        })();

        v1.Encoding = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "ENCODING_UNSPECIFIED"] = 0;
            values[valuesById[1] = "ENCODING_PCM_S16LE"] = 1;
            values[valuesById[2] = "ENCODING_PCM_F32LE"] = 2;
            values[valuesById[3] = "ENCODING_MULAW"] = 3;
            values[valuesById[4] = "ENCODING_ALAW"] = 4;
            values[valuesById[5] = "ENCODING_OPUS"] = 5;
            return values;
        })();

        v1.Feature = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "FEATURE_UNSPECIFIED"] = 0;
            values[valuesById[1] = "FEATURE_EMOTION"] = 1;
            values[valuesById[2] = "FEATURE_PROSODY"] = 2;
            values[valuesById[3] = "FEATURE_VAD"] = 3;
            values[valuesById[4] = "FEATURE_VERTICAL"] = 4;
            values[valuesById[5] = "FEATURE_PREDICTION"] = 5;
            return values;
        })();

        v1.VadMode = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "VAD_MODE_UNSPECIFIED"] = 0;
            values[valuesById[1] = "VAD_MODE_CLIENT"] = 1;
            values[valuesById[2] = "VAD_MODE_SERVER"] = 2;
            values[valuesById[3] = "VAD_MODE_BOTH"] = 3;
            return values;
        })();

        v1.VadEvent = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "VAD_EVENT_UNSPECIFIED"] = 0;
            values[valuesById[1] = "VAD_EVENT_START"] = 1;
            values[valuesById[2] = "VAD_EVENT_END"] = 2;
            values[valuesById[3] = "VAD_EVENT_MISFIRE"] = 3;
            return values;
        })();

        v1.GapReason = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "GAP_REASON_UNSPECIFIED"] = 0;
            values[valuesById[1] = "GAP_REASON_MUTED"] = 1;
            values[valuesById[2] = "GAP_REASON_DEVICE_SWITCH"] = 2;
            values[valuesById[3] = "GAP_REASON_SUSPENDED"] = 3;
            values[valuesById[4] = "GAP_REASON_OFFLINE"] = 4;
            values[valuesById[5] = "GAP_REASON_BACKPRESSURE"] = 5;
            values[valuesById[6] = "GAP_REASON_PRIVACY"] = 6;
            return values;
        })();

        v1.PauseReason = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "PAUSE_REASON_UNSPECIFIED"] = 0;
            values[valuesById[1] = "PAUSE_REASON_HOLD"] = 1;
            values[valuesById[2] = "PAUSE_REASON_PAYMENT_DATA"] = 2;
            values[valuesById[3] = "PAUSE_REASON_CONSENT_WITHDRAWN"] = 3;
            values[valuesById[4] = "PAUSE_REASON_BREAK"] = 4;
            return values;
        })();

        v1.CueAction = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "CUE_ACTION_UNSPECIFIED"] = 0;
            values[valuesById[1] = "CUE_ACTION_SHOWN"] = 1;
            values[valuesById[2] = "CUE_ACTION_ACCEPTED"] = 2;
            values[valuesById[3] = "CUE_ACTION_DISMISSED"] = 3;
            values[valuesById[4] = "CUE_ACTION_SNOOZED"] = 4;
            values[valuesById[5] = "CUE_ACTION_NOT_USEFUL"] = 5;
            return values;
        })();

        v1.ClientInfo = (function() {

            const ClientInfo = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ClientInfo.prototype.sdk = null;
            ClientInfo.prototype.version = null;
            ClientInfo.prototype.runtime = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ClientInfo.prototype, "_sdk", {
                get: $util.oneOfGetter($oneOfFields = ["sdk"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ClientInfo.prototype, "_version", {
                get: $util.oneOfGetter($oneOfFields = ["version"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ClientInfo.prototype, "_runtime", {
                get: $util.oneOfGetter($oneOfFields = ["runtime"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            ClientInfo.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.ClientInfo();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.sdk = reader.stringVerify();
                            message._sdk = "sdk";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            message.version = reader.stringVerify();
                            message._version = "version";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            message.runtime = reader.stringVerify();
                            message._runtime = "runtime";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return ClientInfo;
        })();

        v1.ResumeRequest = (function() {

            const ResumeRequest = function (properties) {
                this.nextSample = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ResumeRequest.prototype.handle = "";
            ResumeRequest.prototype.lastServerSeq = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ResumeRequest.prototype.nextSample = $util.emptyArray;

            ResumeRequest.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.ResumeRequest();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.handle = value;
                            else
                                delete message.handle;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.lastServerSeq = value;
                            else
                                delete message.lastServerSeq;
                            continue;
                        }
                    case 3: {
                            if (wireType === 2) {
                                if (!(message.nextSample && message.nextSample.length))
                                    message.nextSample = [];
                                reader.uint64s(message.nextSample);
                                continue;
                            }
                            if (wireType !== 0)
                                break;
                            if (!(message.nextSample && message.nextSample.length))
                                message.nextSample = [];
                            message.nextSample.push(reader.uint64());
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return ResumeRequest;
        })();

        v1.Channel = (function() {

            const Channel = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Channel.prototype.id = null;
            Channel.prototype.subject = null;
            Channel.prototype.encoding = null;
            Channel.prototype.sampleRate = null;
            Channel.prototype.frameMs = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Channel.prototype, "_id", {
                get: $util.oneOfGetter($oneOfFields = ["id"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Channel.prototype, "_subject", {
                get: $util.oneOfGetter($oneOfFields = ["subject"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Channel.prototype, "_encoding", {
                get: $util.oneOfGetter($oneOfFields = ["encoding"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Channel.prototype, "_sampleRate", {
                get: $util.oneOfGetter($oneOfFields = ["sampleRate"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Channel.prototype, "_frameMs", {
                get: $util.oneOfGetter($oneOfFields = ["frameMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Channel.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Channel();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.id = reader.stringVerify();
                            message._id = "id";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            message.subject = reader.int32();
                            message._subject = "subject";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            message.encoding = reader.int32();
                            message._encoding = "encoding";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            message.sampleRate = reader.uint32();
                            message._sampleRate = "sampleRate";
                            continue;
                        }
                    case 5: {
                            if (wireType !== 0)
                                break;
                            message.frameMs = reader.uint32();
                            message._frameMs = "frameMs";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Channel;
        })();

        v1.Outputs = (function() {

            const Outputs = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Outputs.prototype.intervalMs = null;
            Outputs.prototype.probabilities = null;
            Outputs.prototype.prosody = null;
            Outputs.prototype.maxRateHz = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Outputs.prototype, "_intervalMs", {
                get: $util.oneOfGetter($oneOfFields = ["intervalMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Outputs.prototype, "_probabilities", {
                get: $util.oneOfGetter($oneOfFields = ["probabilities"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Outputs.prototype, "_prosody", {
                get: $util.oneOfGetter($oneOfFields = ["prosody"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Outputs.prototype, "_maxRateHz", {
                get: $util.oneOfGetter($oneOfFields = ["maxRateHz"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Outputs.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Outputs();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            message.intervalMs = reader.uint32();
                            message._intervalMs = "intervalMs";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            message.probabilities = reader.bool();
                            message._probabilities = "probabilities";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            message.prosody = reader.bool();
                            message._prosody = "prosody";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 5)
                                break;
                            message.maxRateHz = reader.float();
                            message._maxRateHz = "maxRateHz";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Outputs;
        })();

        v1.VadConfig = (function() {

            const VadConfig = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            VadConfig.prototype.mode = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(VadConfig.prototype, "_mode", {
                get: $util.oneOfGetter($oneOfFields = ["mode"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            VadConfig.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.VadConfig();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            message.mode = reader.int32();
                            message._mode = "mode";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return VadConfig;
        })();

        v1.TurnConfig = (function() {

            const TurnConfig = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            TurnConfig.prototype.endSilenceMs = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(TurnConfig.prototype, "_endSilenceMs", {
                get: $util.oneOfGetter($oneOfFields = ["endSilenceMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            TurnConfig.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.TurnConfig();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            message.endSilenceMs = reader.uint32();
                            message._endSilenceMs = "endSilenceMs";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return TurnConfig;
        })();

        v1.SteeringConfig = (function() {

            const SteeringConfig = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SteeringConfig.prototype.enabled = null;
            SteeringConfig.prototype.alertBudget = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SteeringConfig.prototype, "_enabled", {
                get: $util.oneOfGetter($oneOfFields = ["enabled"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SteeringConfig.prototype, "_alertBudget", {
                get: $util.oneOfGetter($oneOfFields = ["alertBudget"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            SteeringConfig.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.SteeringConfig();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            message.enabled = reader.bool();
                            message._enabled = "enabled";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            message.alertBudget = reader.uint32();
                            message._alertBudget = "alertBudget";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SteeringConfig;
        })();

        v1.Consent = (function() {

            const Consent = function (properties) {
                this.scope = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Consent.prototype.basis = null;
            Consent.prototype.scope = $util.emptyArray;
            Consent.prototype.jurisdiction = null;
            Consent.prototype.disclosedAt = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Consent.prototype, "_basis", {
                get: $util.oneOfGetter($oneOfFields = ["basis"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Consent.prototype, "_jurisdiction", {
                get: $util.oneOfGetter($oneOfFields = ["jurisdiction"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Consent.prototype, "_disclosedAt", {
                get: $util.oneOfGetter($oneOfFields = ["disclosedAt"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Consent.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Consent();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.basis = reader.stringVerify();
                            message._basis = "basis";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if (!(message.scope && message.scope.length))
                                message.scope = [];
                            message.scope.push(reader.stringVerify());
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            message.jurisdiction = reader.stringVerify();
                            message._jurisdiction = "jurisdiction";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            message.disclosedAt = reader.stringVerify();
                            message._disclosedAt = "disclosedAt";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Consent;
        })();

        v1.SessionHello = (function() {

            const SessionHello = function (properties) {
                this.channels = [];
                this.features = [];
                this.metadata = {};
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SessionHello.prototype.protocolVersion = null;
            SessionHello.prototype.client = null;
            SessionHello.prototype.sessionId = null;
            SessionHello.prototype.resume = null;
            SessionHello.prototype.vertical = null;
            SessionHello.prototype.source = null;
            SessionHello.prototype.channels = $util.emptyArray;
            SessionHello.prototype.features = $util.emptyArray;
            SessionHello.prototype.outputs = null;
            SessionHello.prototype.vad = null;
            SessionHello.prototype.turn = null;
            SessionHello.prototype.steering = null;
            SessionHello.prototype.consent = null;
            SessionHello.prototype.metadata = $util.emptyObject;
            SessionHello.prototype.traceparent = null;
            SessionHello.prototype.sampleRate = null;
            SessionHello.prototype.token = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_protocolVersion", {
                get: $util.oneOfGetter($oneOfFields = ["protocolVersion"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_client", {
                get: $util.oneOfGetter($oneOfFields = ["client"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_sessionId", {
                get: $util.oneOfGetter($oneOfFields = ["sessionId"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_resume", {
                get: $util.oneOfGetter($oneOfFields = ["resume"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_vertical", {
                get: $util.oneOfGetter($oneOfFields = ["vertical"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_source", {
                get: $util.oneOfGetter($oneOfFields = ["source"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_outputs", {
                get: $util.oneOfGetter($oneOfFields = ["outputs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_vad", {
                get: $util.oneOfGetter($oneOfFields = ["vad"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_turn", {
                get: $util.oneOfGetter($oneOfFields = ["turn"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_steering", {
                get: $util.oneOfGetter($oneOfFields = ["steering"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_consent", {
                get: $util.oneOfGetter($oneOfFields = ["consent"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_traceparent", {
                get: $util.oneOfGetter($oneOfFields = ["traceparent"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_sampleRate", {
                get: $util.oneOfGetter($oneOfFields = ["sampleRate"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_token", {
                get: $util.oneOfGetter($oneOfFields = ["token"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            SessionHello.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, key, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.SessionHello();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            message.protocolVersion = reader.uint32();
                            message._protocolVersion = "protocolVersion";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            message.client = $root.undertone.v1.ClientInfo.decode(reader, reader.size(), $undefined, _depth + 1, message.client);
                            message._client = "client";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            message.sessionId = reader.stringVerify();
                            message._sessionId = "sessionId";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            message.resume = $root.undertone.v1.ResumeRequest.decode(reader, reader.size(), $undefined, _depth + 1, message.resume);
                            message._resume = "resume";
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            message.vertical = reader.stringVerify();
                            message._vertical = "vertical";
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            message.source = reader.stringVerify();
                            message._source = "source";
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            if (!(message.channels && message.channels.length))
                                message.channels = [];
                            message.channels.push($root.undertone.v1.Channel.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 8: {
                            if (wireType === 2) {
                                if (!(message.features && message.features.length))
                                    message.features = [];
                                reader.int32s(message.features);
                                continue;
                            }
                            if (wireType !== 0)
                                break;
                            if (!(message.features && message.features.length))
                                message.features = [];
                            message.features.push(reader.int32());
                            continue;
                        }
                    case 9: {
                            if (wireType !== 2)
                                break;
                            message.outputs = $root.undertone.v1.Outputs.decode(reader, reader.size(), $undefined, _depth + 1, message.outputs);
                            message._outputs = "outputs";
                            continue;
                        }
                    case 10: {
                            if (wireType !== 2)
                                break;
                            message.vad = $root.undertone.v1.VadConfig.decode(reader, reader.size(), $undefined, _depth + 1, message.vad);
                            message._vad = "vad";
                            continue;
                        }
                    case 11: {
                            if (wireType !== 2)
                                break;
                            message.turn = $root.undertone.v1.TurnConfig.decode(reader, reader.size(), $undefined, _depth + 1, message.turn);
                            message._turn = "turn";
                            continue;
                        }
                    case 12: {
                            if (wireType !== 2)
                                break;
                            message.steering = $root.undertone.v1.SteeringConfig.decode(reader, reader.size(), $undefined, _depth + 1, message.steering);
                            message._steering = "steering";
                            continue;
                        }
                    case 13: {
                            if (wireType !== 2)
                                break;
                            message.consent = $root.undertone.v1.Consent.decode(reader, reader.size(), $undefined, _depth + 1, message.consent);
                            message._consent = "consent";
                            continue;
                        }
                    case 14: {
                            if (wireType !== 2)
                                break;
                            if (message.metadata === $util.emptyObject)
                                message.metadata = {};
                            let end2 = reader.size() + reader.pos;
                            if (end2 > reader.len)
                                throw $RangeError("index out of range");
                            reader.len = end2;
                            key = "";
                            value = "";
                            while (reader.pos < end2) {
                                let tag2 = reader.tag();
                                wireType = tag2 & 7;
                                switch (tag2 >>>= 3) {
                                case 1:
                                    if (wireType !== 2)
                                        break;
                                    key = reader.stringVerify();
                                    continue;
                                case 2:
                                    if (wireType !== 2)
                                        break;
                                    value = reader.stringVerify();
                                    continue;
                                }
                                reader.skipType(wireType, _depth, tag2);
                            }
                            if (reader.pos !== end2)
                                throw $RangeError("index out of range");
                            reader.len = end;
                            if (key === "__proto__")
                                $util.makeProp(message.metadata, key);
                            message.metadata[key] = value;
                            continue;
                        }
                    case 15: {
                            if (wireType !== 2)
                                break;
                            message.traceparent = reader.stringVerify();
                            message._traceparent = "traceparent";
                            continue;
                        }
                    case 16: {
                            if (wireType !== 0)
                                break;
                            message.sampleRate = reader.uint32();
                            message._sampleRate = "sampleRate";
                            continue;
                        }
                    case 17: {
                            if (wireType !== 2)
                                break;
                            message.token = reader.stringVerify();
                            message._token = "token";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SessionHello;
        })();

        v1.AudioFlags = (function() {

            const AudioFlags = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            AudioFlags.prototype.speech = null;
            AudioFlags.prototype.discontinuity = null;
            AudioFlags.prototype.muted = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AudioFlags.prototype, "_speech", {
                get: $util.oneOfGetter($oneOfFields = ["speech"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AudioFlags.prototype, "_discontinuity", {
                get: $util.oneOfGetter($oneOfFields = ["discontinuity"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AudioFlags.prototype, "_muted", {
                get: $util.oneOfGetter($oneOfFields = ["muted"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            AudioFlags.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.AudioFlags();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            message.speech = reader.bool();
                            message._speech = "speech";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            message.discontinuity = reader.bool();
                            message._discontinuity = "discontinuity";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            message.muted = reader.bool();
                            message._muted = "muted";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return AudioFlags;
        })();

        v1.Audio = (function() {

            const Audio = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Audio.prototype.channel = 0;
            Audio.prototype.firstSample = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Audio.prototype.sampleCount = 0;
            Audio.prototype.payload = $util.newBuffer([]);
            Audio.prototype.captureTsUs = null;
            Audio.prototype.flags = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Audio.prototype, "_captureTsUs", {
                get: $util.oneOfGetter($oneOfFields = ["captureTsUs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Audio.prototype, "_flags", {
                get: $util.oneOfGetter($oneOfFields = ["flags"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Audio.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Audio();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.channel = value;
                            else
                                delete message.channel;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.firstSample = value;
                            else
                                delete message.firstSample;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.sampleCount = value;
                            else
                                delete message.sampleCount;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.payload = value;
                            else
                                delete message.payload;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 0)
                                break;
                            message.captureTsUs = reader.uint64();
                            message._captureTsUs = "captureTsUs";
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            message.flags = $root.undertone.v1.AudioFlags.decode(reader, reader.size(), $undefined, _depth + 1, message.flags);
                            message._flags = "flags";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Audio;
        })();

        v1.AudioGap = (function() {

            const AudioGap = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            AudioGap.prototype.channel = 0;
            AudioGap.prototype.firstSample = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            AudioGap.prototype.sampleCount = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            AudioGap.prototype.reason = 0;

            AudioGap.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.AudioGap();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.channel = value;
                            else
                                delete message.channel;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.firstSample = value;
                            else
                                delete message.firstSample;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.sampleCount = value;
                            else
                                delete message.sampleCount;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.int32())
                                message.reason = value;
                            else
                                delete message.reason;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return AudioGap;
        })();

        v1.AudioSource = (function() {

            const AudioSource = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            AudioSource.prototype.channel = 0;
            AudioSource.prototype.sampleRate = null;
            AudioSource.prototype.echoCancellation = null;
            AudioSource.prototype.noiseSuppression = null;
            AudioSource.prototype.agc = null;
            AudioSource.prototype.narrowband = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AudioSource.prototype, "_sampleRate", {
                get: $util.oneOfGetter($oneOfFields = ["sampleRate"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AudioSource.prototype, "_echoCancellation", {
                get: $util.oneOfGetter($oneOfFields = ["echoCancellation"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AudioSource.prototype, "_noiseSuppression", {
                get: $util.oneOfGetter($oneOfFields = ["noiseSuppression"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AudioSource.prototype, "_agc", {
                get: $util.oneOfGetter($oneOfFields = ["agc"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AudioSource.prototype, "_narrowband", {
                get: $util.oneOfGetter($oneOfFields = ["narrowband"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            AudioSource.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.AudioSource();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.channel = value;
                            else
                                delete message.channel;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            message.sampleRate = reader.uint32();
                            message._sampleRate = "sampleRate";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            message.echoCancellation = reader.bool();
                            message._echoCancellation = "echoCancellation";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            message.noiseSuppression = reader.bool();
                            message._noiseSuppression = "noiseSuppression";
                            continue;
                        }
                    case 5: {
                            if (wireType !== 0)
                                break;
                            message.agc = reader.bool();
                            message._agc = "agc";
                            continue;
                        }
                    case 6: {
                            if (wireType !== 0)
                                break;
                            message.narrowband = reader.bool();
                            message._narrowband = "narrowband";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return AudioSource;
        })();

        v1.ProsodyFrames = (function() {

            const ProsodyFrames = function (properties) {
                this.f0 = [];
                this.voiced = [];
                this.energyDb = [];
                this.vadP = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ProsodyFrames.prototype.channel = 0;
            ProsodyFrames.prototype.firstSample = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ProsodyFrames.prototype.hopMs = 0;
            ProsodyFrames.prototype.f0 = $util.emptyArray;
            ProsodyFrames.prototype.voiced = $util.emptyArray;
            ProsodyFrames.prototype.energyDb = $util.emptyArray;
            ProsodyFrames.prototype.speechRate = null;
            ProsodyFrames.prototype.pauseRate = null;
            ProsodyFrames.prototype.jitter = null;
            ProsodyFrames.prototype.shimmer = null;
            ProsodyFrames.prototype.hnr = null;
            ProsodyFrames.prototype.vadP = $util.emptyArray;
            ProsodyFrames.prototype.extractorVersion = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ProsodyFrames.prototype, "_speechRate", {
                get: $util.oneOfGetter($oneOfFields = ["speechRate"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ProsodyFrames.prototype, "_pauseRate", {
                get: $util.oneOfGetter($oneOfFields = ["pauseRate"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ProsodyFrames.prototype, "_jitter", {
                get: $util.oneOfGetter($oneOfFields = ["jitter"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ProsodyFrames.prototype, "_shimmer", {
                get: $util.oneOfGetter($oneOfFields = ["shimmer"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ProsodyFrames.prototype, "_hnr", {
                get: $util.oneOfGetter($oneOfFields = ["hnr"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ProsodyFrames.prototype, "_extractorVersion", {
                get: $util.oneOfGetter($oneOfFields = ["extractorVersion"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            ProsodyFrames.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.ProsodyFrames();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.channel = value;
                            else
                                delete message.channel;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.firstSample = value;
                            else
                                delete message.firstSample;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.hopMs = value;
                            else
                                delete message.hopMs;
                            continue;
                        }
                    case 4: {
                            if (wireType === 2) {
                                if (!(message.f0 && message.f0.length))
                                    message.f0 = [];
                                reader.floats(message.f0);
                                continue;
                            }
                            if (wireType !== 5)
                                break;
                            if (!(message.f0 && message.f0.length))
                                message.f0 = [];
                            message.f0.push(reader.float());
                            continue;
                        }
                    case 5: {
                            if (wireType === 2) {
                                if (!(message.voiced && message.voiced.length))
                                    message.voiced = [];
                                reader.bools(message.voiced);
                                continue;
                            }
                            if (wireType !== 0)
                                break;
                            if (!(message.voiced && message.voiced.length))
                                message.voiced = [];
                            message.voiced.push(reader.bool());
                            continue;
                        }
                    case 6: {
                            if (wireType === 2) {
                                if (!(message.energyDb && message.energyDb.length))
                                    message.energyDb = [];
                                reader.floats(message.energyDb);
                                continue;
                            }
                            if (wireType !== 5)
                                break;
                            if (!(message.energyDb && message.energyDb.length))
                                message.energyDb = [];
                            message.energyDb.push(reader.float());
                            continue;
                        }
                    case 7: {
                            if (wireType !== 5)
                                break;
                            message.speechRate = reader.float();
                            message._speechRate = "speechRate";
                            continue;
                        }
                    case 8: {
                            if (wireType !== 5)
                                break;
                            message.pauseRate = reader.float();
                            message._pauseRate = "pauseRate";
                            continue;
                        }
                    case 9: {
                            if (wireType !== 5)
                                break;
                            message.jitter = reader.float();
                            message._jitter = "jitter";
                            continue;
                        }
                    case 10: {
                            if (wireType !== 5)
                                break;
                            message.shimmer = reader.float();
                            message._shimmer = "shimmer";
                            continue;
                        }
                    case 11: {
                            if (wireType !== 5)
                                break;
                            message.hnr = reader.float();
                            message._hnr = "hnr";
                            continue;
                        }
                    case 12: {
                            if (wireType === 2) {
                                if (!(message.vadP && message.vadP.length))
                                    message.vadP = [];
                                reader.floats(message.vadP);
                                continue;
                            }
                            if (wireType !== 5)
                                break;
                            if (!(message.vadP && message.vadP.length))
                                message.vadP = [];
                            message.vadP.push(reader.float());
                            continue;
                        }
                    case 13: {
                            if (wireType !== 2)
                                break;
                            message.extractorVersion = reader.stringVerify();
                            message._extractorVersion = "extractorVersion";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return ProsodyFrames;
        })();

        v1.Vad = (function() {

            const Vad = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Vad.prototype.channel = 0;
            Vad.prototype.event = 0;
            Vad.prototype.sample = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Vad.prototype.probability = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Vad.prototype, "_probability", {
                get: $util.oneOfGetter($oneOfFields = ["probability"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Vad.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Vad();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.channel = value;
                            else
                                delete message.channel;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.int32())
                                message.event = value;
                            else
                                delete message.event;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.sample = value;
                            else
                                delete message.sample;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 5)
                                break;
                            message.probability = reader.float();
                            message._probability = "probability";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Vad;
        })();

        v1.Transcript = (function() {

            const Transcript = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Transcript.prototype.itemId = "";
            Transcript.prototype.text = "";
            Transcript.prototype.speakerId = null;
            Transcript.prototype.startMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Transcript.prototype.endMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Transcript.prototype.isFinal = false;
            Transcript.prototype.language = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Transcript.prototype, "_speakerId", {
                get: $util.oneOfGetter($oneOfFields = ["speakerId"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Transcript.prototype, "_language", {
                get: $util.oneOfGetter($oneOfFields = ["language"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Transcript.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Transcript();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.itemId = value;
                            else
                                delete message.itemId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.text = value;
                            else
                                delete message.text;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            message.speakerId = reader.stringVerify();
                            message._speakerId = "speakerId";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.startMs = value;
                            else
                                delete message.startMs;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.endMs = value;
                            else
                                delete message.endMs;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.isFinal = value;
                            else
                                delete message.isFinal;
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            message.language = reader.stringVerify();
                            message._language = "language";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Transcript;
        })();

        v1.EnrollAgent = (function() {

            const EnrollAgent = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            EnrollAgent.prototype.audio = null;
            EnrollAgent.prototype.profileId = null;
            EnrollAgent.prototype.consentToken = null;
            EnrollAgent.prototype.label = null;

            let $oneOfFields;

            $Object.defineProperty(EnrollAgent.prototype, "source", {
                get: $util.oneOfGetter($oneOfFields = ["audio", "profileId"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(EnrollAgent.prototype, "_consentToken", {
                get: $util.oneOfGetter($oneOfFields = ["consentToken"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(EnrollAgent.prototype, "_label", {
                get: $util.oneOfGetter($oneOfFields = ["label"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            EnrollAgent.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.EnrollAgent();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.audio = reader.bytes();
                            message.source = "audio";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            message.profileId = reader.stringVerify();
                            message.source = "profileId";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            message.consentToken = reader.stringVerify();
                            message._consentToken = "consentToken";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            message.label = reader.stringVerify();
                            message._label = "label";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return EnrollAgent;
        })();

        v1.SessionUpdate = (function() {

            const SessionUpdate = function (properties) {
                this.features = [];
                this.metadata = {};
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SessionUpdate.prototype.vertical = null;
            SessionUpdate.prototype.features = $util.emptyArray;
            SessionUpdate.prototype.outputs = null;
            SessionUpdate.prototype.vad = null;
            SessionUpdate.prototype.turn = null;
            SessionUpdate.prototype.steering = null;
            SessionUpdate.prototype.consent = null;
            SessionUpdate.prototype.metadata = $util.emptyObject;
            SessionUpdate.prototype.configRevision = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionUpdate.prototype, "_vertical", {
                get: $util.oneOfGetter($oneOfFields = ["vertical"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionUpdate.prototype, "_outputs", {
                get: $util.oneOfGetter($oneOfFields = ["outputs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionUpdate.prototype, "_vad", {
                get: $util.oneOfGetter($oneOfFields = ["vad"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionUpdate.prototype, "_turn", {
                get: $util.oneOfGetter($oneOfFields = ["turn"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionUpdate.prototype, "_steering", {
                get: $util.oneOfGetter($oneOfFields = ["steering"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionUpdate.prototype, "_consent", {
                get: $util.oneOfGetter($oneOfFields = ["consent"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionUpdate.prototype, "_configRevision", {
                get: $util.oneOfGetter($oneOfFields = ["configRevision"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            SessionUpdate.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, key, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.SessionUpdate();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.vertical = reader.stringVerify();
                            message._vertical = "vertical";
                            continue;
                        }
                    case 2: {
                            if (wireType === 2) {
                                if (!(message.features && message.features.length))
                                    message.features = [];
                                reader.int32s(message.features);
                                continue;
                            }
                            if (wireType !== 0)
                                break;
                            if (!(message.features && message.features.length))
                                message.features = [];
                            message.features.push(reader.int32());
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            message.outputs = $root.undertone.v1.Outputs.decode(reader, reader.size(), $undefined, _depth + 1, message.outputs);
                            message._outputs = "outputs";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            message.vad = $root.undertone.v1.VadConfig.decode(reader, reader.size(), $undefined, _depth + 1, message.vad);
                            message._vad = "vad";
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            message.turn = $root.undertone.v1.TurnConfig.decode(reader, reader.size(), $undefined, _depth + 1, message.turn);
                            message._turn = "turn";
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            message.steering = $root.undertone.v1.SteeringConfig.decode(reader, reader.size(), $undefined, _depth + 1, message.steering);
                            message._steering = "steering";
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            message.consent = $root.undertone.v1.Consent.decode(reader, reader.size(), $undefined, _depth + 1, message.consent);
                            message._consent = "consent";
                            continue;
                        }
                    case 8: {
                            if (wireType !== 2)
                                break;
                            if (message.metadata === $util.emptyObject)
                                message.metadata = {};
                            let end2 = reader.size() + reader.pos;
                            if (end2 > reader.len)
                                throw $RangeError("index out of range");
                            reader.len = end2;
                            key = "";
                            value = "";
                            while (reader.pos < end2) {
                                let tag2 = reader.tag();
                                wireType = tag2 & 7;
                                switch (tag2 >>>= 3) {
                                case 1:
                                    if (wireType !== 2)
                                        break;
                                    key = reader.stringVerify();
                                    continue;
                                case 2:
                                    if (wireType !== 2)
                                        break;
                                    value = reader.stringVerify();
                                    continue;
                                }
                                reader.skipType(wireType, _depth, tag2);
                            }
                            if (reader.pos !== end2)
                                throw $RangeError("index out of range");
                            reader.len = end;
                            if (key === "__proto__")
                                $util.makeProp(message.metadata, key);
                            message.metadata[key] = value;
                            continue;
                        }
                    case 9: {
                            if (wireType !== 0)
                                break;
                            message.configRevision = reader.uint32();
                            message._configRevision = "configRevision";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SessionUpdate;
        })();

        v1.Pause = (function() {

            const Pause = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Pause.prototype.reason = 0;

            Pause.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Pause();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.int32())
                                message.reason = value;
                            else
                                delete message.reason;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Pause;
        })();

        v1.Resume = (function() {

            const Resume = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Resume.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Resume();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    reader.skipType(tag & 7, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Resume;
        })();

        v1.TurnForceEnd = (function() {

            const TurnForceEnd = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            TurnForceEnd.prototype.channel = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(TurnForceEnd.prototype, "_channel", {
                get: $util.oneOfGetter($oneOfFields = ["channel"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            TurnForceEnd.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.TurnForceEnd();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            message.channel = reader.uint32();
                            message._channel = "channel";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return TurnForceEnd;
        })();

        v1.Flush = (function() {

            const Flush = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Flush.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Flush();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    reader.skipType(tag & 7, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Flush;
        })();

        v1.Ping = (function() {

            const Ping = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Ping.prototype.tUs = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Ping.prototype, "_tUs", {
                get: $util.oneOfGetter($oneOfFields = ["tUs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Ping.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Ping();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            message.tUs = reader.uint64();
                            message._tUs = "tUs";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Ping;
        })();

        v1.SteeringFeedback = (function() {

            const SteeringFeedback = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SteeringFeedback.prototype.cueId = "";
            SteeringFeedback.prototype.action = 0;
            SteeringFeedback.prototype.afterMs = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SteeringFeedback.prototype, "_afterMs", {
                get: $util.oneOfGetter($oneOfFields = ["afterMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            SteeringFeedback.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.SteeringFeedback();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.cueId = value;
                            else
                                delete message.cueId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.int32())
                                message.action = value;
                            else
                                delete message.action;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            message.afterMs = reader.uint64();
                            message._afterMs = "afterMs";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SteeringFeedback;
        })();

        v1.Correction = (function() {

            const Correction = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Correction.prototype.directiveId = "";
            Correction.prototype.emotion = null;
            Correction.prototype.valence = null;
            Correction.prototype.arousal = null;
            Correction.prototype.dominance = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Correction.prototype, "_emotion", {
                get: $util.oneOfGetter($oneOfFields = ["emotion"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Correction.prototype, "_valence", {
                get: $util.oneOfGetter($oneOfFields = ["valence"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Correction.prototype, "_arousal", {
                get: $util.oneOfGetter($oneOfFields = ["arousal"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Correction.prototype, "_dominance", {
                get: $util.oneOfGetter($oneOfFields = ["dominance"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Correction.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Correction();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.directiveId = value;
                            else
                                delete message.directiveId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            message.emotion = reader.stringVerify();
                            message._emotion = "emotion";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 5)
                                break;
                            message.valence = reader.float();
                            message._valence = "valence";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 5)
                                break;
                            message.arousal = reader.float();
                            message._arousal = "arousal";
                            continue;
                        }
                    case 5: {
                            if (wireType !== 5)
                                break;
                            message.dominance = reader.float();
                            message._dominance = "dominance";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Correction;
        })();

        v1.AuthRefresh = (function() {

            const AuthRefresh = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            AuthRefresh.prototype.token = "";

            AuthRefresh.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.AuthRefresh();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.token = value;
                            else
                                delete message.token;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return AuthRefresh;
        })();

        v1.Outcome = (function() {

            const Outcome = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Outcome.prototype.csat = null;
            Outcome.prototype.escalated = null;
            Outcome.prototype.resolved = null;
            Outcome.prototype.churned = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Outcome.prototype, "_csat", {
                get: $util.oneOfGetter($oneOfFields = ["csat"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Outcome.prototype, "_escalated", {
                get: $util.oneOfGetter($oneOfFields = ["escalated"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Outcome.prototype, "_resolved", {
                get: $util.oneOfGetter($oneOfFields = ["resolved"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Outcome.prototype, "_churned", {
                get: $util.oneOfGetter($oneOfFields = ["churned"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Outcome.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Outcome();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 5)
                                break;
                            message.csat = reader.float();
                            message._csat = "csat";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            message.escalated = reader.bool();
                            message._escalated = "escalated";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            message.resolved = reader.bool();
                            message._resolved = "resolved";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            message.churned = reader.bool();
                            message._churned = "churned";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Outcome;
        })();

        v1.SessionEnd = (function() {

            const SessionEnd = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SessionEnd.prototype.reason = null;
            SessionEnd.prototype.outcome = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionEnd.prototype, "_reason", {
                get: $util.oneOfGetter($oneOfFields = ["reason"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionEnd.prototype, "_outcome", {
                get: $util.oneOfGetter($oneOfFields = ["outcome"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            SessionEnd.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.SessionEnd();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.reason = reader.stringVerify();
                            message._reason = "reason";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            message.outcome = $root.undertone.v1.Outcome.decode(reader, reader.size(), $undefined, _depth + 1, message.outcome);
                            message._outcome = "outcome";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SessionEnd;
        })();

        v1.ObserveSubscribe = (function() {

            const ObserveSubscribe = function (properties) {
                this.sessionIds = [];
                this.kinds = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ObserveSubscribe.prototype.sessionIds = $util.emptyArray;
            ObserveSubscribe.prototype.fromSeq = null;
            ObserveSubscribe.prototype.kinds = $util.emptyArray;
            ObserveSubscribe.prototype.maxRateHz = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ObserveSubscribe.prototype, "_fromSeq", {
                get: $util.oneOfGetter($oneOfFields = ["fromSeq"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ObserveSubscribe.prototype, "_maxRateHz", {
                get: $util.oneOfGetter($oneOfFields = ["maxRateHz"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            ObserveSubscribe.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.ObserveSubscribe();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if (!(message.sessionIds && message.sessionIds.length))
                                message.sessionIds = [];
                            message.sessionIds.push(reader.stringVerify());
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            message.fromSeq = reader.uint64();
                            message._fromSeq = "fromSeq";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if (!(message.kinds && message.kinds.length))
                                message.kinds = [];
                            message.kinds.push(reader.stringVerify());
                            continue;
                        }
                    case 4: {
                            if (wireType !== 5)
                                break;
                            message.maxRateHz = reader.float();
                            message._maxRateHz = "maxRateHz";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return ObserveSubscribe;
        })();

        v1.ObserveUnsubscribe = (function() {

            const ObserveUnsubscribe = function (properties) {
                this.sessionIds = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ObserveUnsubscribe.prototype.sessionIds = $util.emptyArray;

            ObserveUnsubscribe.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.ObserveUnsubscribe();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if (!(message.sessionIds && message.sessionIds.length))
                                message.sessionIds = [];
                            message.sessionIds.push(reader.stringVerify());
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return ObserveUnsubscribe;
        })();

        return v1;
    })();

    return undertone;
})();

export {
  $root as default
};

export const root: { decode(bytes: Uint8Array): Record<string, unknown> } = undertone.v1.ClientMessage;
