package main

import (
	"fmt"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/debug"
	"github.com/google/cel-go/common/types"
)

// kinds returns the expression in the notation of the expected results in cel-go's parser_test.go.
func kinds(parsed *ast.AST) string {
	return debug.ToAdornedDebugString(parsed.Expr(), kindAdorner{})
}

func places(parsed *ast.AST) string {
	return debug.ToAdornedDebugString(parsed.Expr(), placeAdorner{parsed.SourceInfo()})
}

type kindAdorner struct{}

var exprKinds = map[ast.ExprKind]string{
	ast.CallKind:          "*expr.Expr_CallExpr",
	ast.ComprehensionKind: "*expr.Expr_ComprehensionExpr",
	ast.IdentKind:         "*expr.Expr_IdentExpr",
	ast.ListKind:          "*expr.Expr_ListExpr",
	ast.MapKind:           "*expr.Expr_StructExpr",
	ast.StructKind:        "*expr.Expr_StructExpr",
	ast.SelectKind:        "*expr.Expr_SelectExpr",
}

func literalKind(literal any) string {
	switch literal.(type) {
	case types.Bool:
		return "*expr.Constant_BoolValue"
	case types.Bytes:
		return "*expr.Constant_BytesValue"
	case types.Double:
		return "*expr.Constant_DoubleValue"
	case types.Int:
		return "*expr.Constant_Int64Value"
	case types.Null:
		return "*expr.Constant_NullValue"
	case types.String:
		return "*expr.Constant_StringValue"
	default:
		return "*expr.Constant_Uint64Value"
	}
}

func (kindAdorner) GetMetadata(elem any) string {
	switch e := elem.(type) {
	case ast.Expr:
		kind := exprKinds[e.Kind()]
		if e.Kind() == ast.LiteralKind {
			kind = literalKind(e.AsLiteral())
		}
		return fmt.Sprintf("^#%d:%s#", e.ID(), kind)
	case ast.EntryExpr:
		return fmt.Sprintf("^#%d:%s#", e.ID(), "*expr.Expr_CreateStruct_Entry")
	}
	return ""
}

type placeAdorner struct{ info *ast.SourceInfo }

func (p placeAdorner) GetMetadata(elem any) string {
	var id int64
	switch e := elem.(type) {
	case ast.Expr:
		id = e.ID()
	case ast.EntryExpr:
		id = e.ID()
	}
	at := p.info.GetStartLocation(id)
	return fmt.Sprintf("^#%d[%d,%d]#", id, at.Line(), at.Column())
}
